import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Rules of the legacy era")
struct LegacyRuleTests {
    @Test(
        "B06 the handshake negotiates and never fails on a version",
        arguments: [
            ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
            ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"), ("2024-10-07", "2025-11-25"),
        ])
    func negotiation(asked: String, answered: String) async throws {
        let body = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(asked)","capabilities":{}}}"#
        let response = try await MCPServer.fixture().post(body)
        #expect(try JSONValue(parsing: await response.bodyText)["result"]?["protocolVersion"] == .string(answered))
    }

    @Test("B06 a request without a version header is served as 2025-03-26")
    func noHeader() async throws {
        let response = try await MCPServer.fixture().post(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        let tool = try JSONValue(parsing: await response.bodyText)["result"]?["tools"]?[0]
        #expect(tool?["annotations"] == ["title": "Echo", "readOnlyHint": true])
        #expect(tool?["title"] == nil)
    }

    @Test("B06 a version header that claims another era without an envelope is refused", arguments: ["2026-07-28", "v999.0.0", "1999-01-01"])
    func badHeader(version: String) async throws {
        for method in ["tools/list", "initialize"] {
            let response = try await MCPServer.fixture().post(
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#, [("MCP-Protocol-Version", version)]
            )
            #expect(try await response.summary == "400 -32602")
        }
    }

    @Test("A handshake without a version is refused")
    func noVersion() async throws {
        let server = try MCPServer.fixture()
        #expect(try await server.post(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#).summary == "200 -32602")
        #expect(try await server.post(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}"#).summary == "200 -32602")
    }

    @Test("ping answers an empty object and nothing more")
    func ping() async throws {
        let response = try await MCPServer.fixture().post(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
        #expect(await response.bodyText == #"{"jsonrpc":"2.0","id":"p","result":{}}"#)
    }

    @Test(
        "Notifications and responses are taken with 202 and no body",
        arguments: [
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized","params":null}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"another caller's"}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/unheard_of"}"#,
            #"{"jsonrpc":"2.0","id":99,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":99,"error":{"code":-1,"message":"no"}}"#,
        ])
    func accepted(body: String) async throws {
        for headers in [[], [("MCP-Protocol-Version", "2025-11-25")]] {
            #expect(await (try MCPServer.fixture().post(body, headers)).text == "202\n\n")
        }
    }

    @Test("An unknown method is an error of an accepted request")
    func unknownMethod() async throws {
        for method in ["server/discover", "prompts/list", "nothing"] {
            let response = try await MCPServer.fixture().post(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#)
            #expect(try await response.summary == "200 -32601")
        }
    }

    @Test("Only an unknown session is 404; a new handshake leaves it behind")
    func sessions() async throws {
        let server = try MCPServer.fixture()
        let session = [("Mcp-Session-Id", "gone")]
        #expect(try await server.post(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, session).summary == "404 -32600")
        #expect(try await server.post(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, session).summary == "404 -32600")
        let handshake = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
        #expect(try await server.post(handshake, session).summary == "200")
    }

    @Test("B13 a tool's name is compared byte by byte", arguments: ["Echo", "echo ", "есho", "", "x"])
    func toolNames(name: String) async throws {
        let response = try await MCPServer.fixture().post(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(name)","arguments":{"say":"x"}}}"#
        )
        let error = try JSONValue(parsing: await response.bodyText)["error"]
        #expect(error == ["code": -32602, "message": .string("Tool '\(name)' not found")])
        #expect(response.head.status == 200)
    }

    @Test(
        "Malformed parameters are protocol errors",
        arguments: [
            #""method":"tools/call""#, #""method":"tools/call","params":{}"#, #""method":"tools/call","params":{"name":1}"#,
            #""method":"tools/call","params":{"name":"echo","arguments":[]}"#, #""method":"tools/call","params":{"name":"echo","arguments":"x"}"#,
            #""method":"tools/list","params":{"cursor":"c"}"#, #""method":"tools/list","params":{"cursor":""}"#,
            #""method":"tools/list","params":{"cursor":1}"#,
        ])
    func malformedParams(members: String) async throws {
        #expect(try await MCPServer.fixture().post(#"{"jsonrpc":"2.0","id":1,\#(members)}"#).summary == "200 -32602")
    }

    @Test("B14 a wrong argument is a result that names it")
    func wrongArgument() async throws {
        let response = try await MCPServer.fixture().post(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"say":1}}}"#
        )
        let expected = #"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"argument 'say': expected a string"}],"isError":true}}"#
        #expect(await response.bodyText == expected)
    }

    @Test(
        "A missing scope is 403 with a challenge since 2025-06-18, and an error under 200 before",
        arguments: [
            ("2024-11-05", 200), ("2025-03-26", 200), ("2025-06-18", 403), ("2025-11-25", 403),
        ])
    func scope(version: String, status: Int) async throws {
        let response = try await MCPServer.fixture().post(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"scoped"}}"#, [("MCP-Protocol-Version", version)]
        )
        #expect(response.head.status.code == status)
        #expect(response.head.headerFields[.wwwAuthenticate] == (status == 403 ? "Bearer scope=\"write\"" : nil))
        let error: JSONValue = [
            "code": -32001, "message": "insufficient_scope", "data": ["tool": "scoped", "granted_scopes": ["read"], "required_scope": "write"],
        ]
        #expect(try JSONValue(parsing: await response.bodyText)["error"] == error)
    }

    @Test("A missing credential is 401 with a challenge in every revision")
    func unauthorized() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json

            {"jsonrpc":"2.0","id":"u","method":"tools/call","params":{"name":"signed_in"}}
            ---
            401
            Content-Type: application/json
            WWW-Authenticate: Bearer realm="r"

            {"jsonrpc":"2.0","id":"u","error":{"code":-32001,"message":"Unauthorized","data":"Unauthorized operation"}}
            """
        ).check(.fixture())
    }

    @Test("A refusal made outside carries the request's id")
    func refuse() async throws {
        let server = try MCPServer.fixture()
        let body = Array(#"{"jsonrpc":"2.0","id":"x","method":"ping"}"#.utf8)
        let expected = #","error":{"code":-32001,"message":"Unauthorized","data":"Unauthorized operation"}}"#
        let refused = server.refuse(.unauthorized(challenge: "Bearer"), body: body)
        #expect(await refused.text == "401\nContent-Type: application/json\nWWW-Authenticate: Bearer\n\n" + #"{"jsonrpc":"2.0","id":"x""# + expected)
        #expect(await server.refuse(.unauthorized()).bodyText == #"{"jsonrpc":"2.0","id":null"# + expected)
        #expect(await server.refuse(.unauthorized(), body: [0xFF]).bodyText == #"{"jsonrpc":"2.0","id":null"# + expected)
    }

    @Test("An internal failure is reported without its cause to the client, and with it to the server")
    func failure() async throws {
        let reports = Recorder()
        let settings = MCPSettings(reportFailure: { error, method in reports.record("\(type(of: error)) \(method)") })
        let response = try await MCPServer.fixture(settings: settings).post(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"broken"}}"#
        )
        #expect(
            await response.text == "200\nContent-Type: application/json\n\n"
                + #"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#)
        #expect(reports.all == ["FixtureFailure tools/call"])
    }
}
