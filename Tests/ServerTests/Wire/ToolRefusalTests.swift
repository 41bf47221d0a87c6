import Identity
import JSON
import Server
import Store
import Testing

/// DESIGN section 4, the table of refusals below the credential: tools, scopes, arguments, rights, demo.
@Suite("Refusals of tools on the wire")
struct ToolRefusalTests {
    private static let insert: JSONValue = ["resource": "notes", "action": "create", "values": ["title": "new"]]

    @Test("B13 a tool that does not exist, or not in this spelling, is -32602", arguments: ["nothing", "CRUD", "crud ", "сrud", "crud\u{0}", ""])
    func unknownTool(name: String) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let answer = try await server.answer(.call(name, Self.insert, key: try await server.key()))
            #expect(answer.status == 200 && answer.error["code"] == -32602)
            #expect(answer.error["message"]?.string == "Tool '\(name)' not found")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == ["unknown refused unknown_tool"])
        }
    }

    @Test("a tool of a package that was not chosen is neither listed nor found; crud always is")
    func otherPackage() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let chosen: [(path: String, fields: [(name: String, value: String)])] = [
                ("/api/mcp", [("x-mcp-packages", "@nocobase/plugin-users")]), ("/api/mcp?packages=plugin-users", []),
                ("/api/mcp?packages=%40nocobase%2Fplugin-users,unknown", []),
            ]
            for (path, fields) in chosen {
                let list = try await server.answer(.mcp("tools/list", key: key, path: path, fields: fields))
                let names = (list.result["tools"]?.array ?? []).compactMap { $0["name"]?.string }
                #expect(names.contains("crud") && names.contains("members_list") && !names.contains("run_sql") && !names.contains("server_info"))
                let answer = try await server.answer(.call("run_sql", ["sql": "SELECT 1"], key: key, path: path, fields: fields))
                #expect(answer.status == 200)
                #expect(answer.text == #"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Tool 'run_sql' not found"}}"#)
            }
            #expect(try await server.answer(.call("server_info", key: key)).error["code"] == -32602, "the server's package is there on request")
            #expect(try await server.answer(.call("server_info", key: key, fields: [("x-mcp-packages", "*")])).result["isError"] == nil)
            #expect(
                try await server.audit() == Array(repeating: "run_sql refused unknown_tool", count: 3) + [
                    "server_info refused unknown_tool", "server_info ok",
                ])
        }
    }

    @Test("A37 a missing scope is 403 with the challenge since 2025-06-18", arguments: ["2025-06-18", "2025-11-25", "2026-07-28"])
    func insufficientScope(revision: String) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key(scopes: ["read:record", "run:sql"])
            let answer = try await server.answer(.call("crud", Self.insert, key: key, in: revision))
            #expect(answer.status == 403)
            #expect(answer.text == Self.insufficient)
            let challenge = server.challenge(scope: "read:record run:sql write:record", error: "insufficient_scope")
            #expect(answer["www-authenticate"] == challenge)
            let alias = try await server.answer(.call("resource_create", ["resource": "notes", "values": ["title": "new"]], key: key, in: revision))
            #expect(alias.status == 403, "an alias is authorized as the tool it names")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == ["crud refused insufficient_scope", "crud refused insufficient_scope"])
        }
    }

    @Test("A37 a missing scope is 200 without a challenge before 2025-06-18", arguments: [nil, "2024-11-05", "2025-03-26"])
    func insufficientScopeBefore(revision: String?) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key(scopes: ["read:record", "run:sql"])
            let answer = try await server.answer(.call("crud", Self.insert, key: key, in: revision))
            #expect(answer.status == 200 && answer.text == Self.insufficient && answer["www-authenticate"] == nil)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
        }
    }

    @Test("whoami is open to every token that opens any tool; another token is offered no tool, and told to ask for mcp")
    func tokenWithoutTools() async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot(scopes: ["read:application"])
            let token = try await server.clientToken(robot, scope: "openid")
            let list = try await server.answer(.mcp("tools/list", key: token))
            #expect(list.status == 200 && list.result["tools"] == [])
            let refused = try await server.answer(.call("whoami", key: token))
            #expect(refused.status == 403 && refused.error["message"] == "insufficient_scope")
            #expect(refused.error["data"] == ["tool": "whoami", "granted_scopes": ["openid"], "required_scope": "mcp"])
            #expect(refused["www-authenticate"]?.contains("scope=\"openid mcp\"") == true)
            let other = try await server.clientToken(robot, scope: "read:application")
            #expect(try await server.answer(.call("whoami", key: other)).result["structuredContent"]?["scopes"] == ["read:application"])
        }
    }

    private static let insufficient =
        #"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"insufficient_scope","data":"#
        + #"{"tool":"crud","granted_scopes":["read:record","run:sql"],"required_scope":"write:record"}}}"#

    @Test("listed means offered: a key sees the tools and the actions that its scopes open")
    func listedMeansOffered() async throws {
        try await RunningServer.run { server in
            let key = try await server.key(scopes: ["read:record"])
            let tools = try await server.answer(.mcp("tools/list", key: key)).result["tools"]?.array ?? []
            #expect(tools.compactMap { $0["name"]?.string } == ["crud", "whoami"])
            #expect(tools.first?["inputSchema"]?["properties"]?["action"]?["enum"] == ["list", "get", "history", "query"])
        }
    }

    @Test("malformed parameters are -32602 and reach no tool")
    func malformedParams() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let params: [JSONObject] = [
                [:], ["name": 5], ["name": nil], ["name": "crud", "arguments": "x"], ["name": "crud", "arguments": [1]], ["name": ["crud"]],
            ]
            for params in params {
                let answer = try await server.answer(.mcp("tools/call", params, key: key))
                #expect(answer.status == 200 && answer.error["code"] == -32602, "\(params)")
            }
            for params: JSONObject in [["cursor": 5], ["cursor": "gths"]] {
                #expect(try await server.answer(.mcp("tools/list", params, key: key)).error["code"] == -32602)
            }
            #expect(try await server.audit() == [])
        }
    }

    @Test("B14 a wrong argument value is a result with isError that names the argument")
    func wrongArgument() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let cases: [(arguments: JSONValue, named: String)] = [
                (["resource": "notes", "action": "explode"], "'action'"), (["resource": "notes"], "'action'"),
                (["resource": nil, "action": "list"], "'resource'"), (["resource": 5, "action": "list"], "'resource'"),
                (["resource": "notes", "action": "list", "pageSize": "many"], "'pageSize'"),
                (["resource": "notes", "action": "list", "pageSize": 1001], "'pageSize'"),
                (["resource": "notes", "action": "list", "surprise": 1], "'surprise'"),
                (["resource": "notes", "action": "create"], "'values'"),
                (["resource": "notes", "action": "list", "filter": ["nothing": 1]], "nothing"),
                (["resource": "notes", "action": "create", "values": ["title": ["deep": 1]]], "title"),
            ]
            for (arguments, named) in cases {
                let answer = try await server.answer(.call("crud", arguments, key: key))
                #expect(answer.status == 200 && answer.result["isError"] == true && answer.toolText.contains(named), "\(arguments): \(answer.text)")
                #expect(answer.result["structuredContent"]?["error"]?["code"] == "invalid_argument")
                let old = try await server.answer(.call("crud", arguments, key: key, in: "2025-03-26"))
                #expect(old.result["isError"] == true && old.toolText.contains(named) && old.result["structuredContent"] == nil)
            }
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit().allSatisfy { $0 == "crud error invalid_argument" })
        }
    }

    @Test("actions beyond the role are forbidden, unknown and foreign objects are not_found; nothing changes")
    func rights() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            try await server.addUser("rita", role: "reader")
            _ = try await server.addAcme()
            let admin = try await server.newKey()
            let reader = try await server.key(of: "built-in/rita")
            let eve = try await server.key(of: "acme/eve")
            let acme = "/api/__app/acme-data/mcp"
            let cases: [(ask: Ask, code: JSONValue)] = [
                (.call("crud", Self.insert, key: reader), "forbidden"),
                (.call("crud", ["resource": "notes", "action": "destroy", "filterByTk": 1], key: reader), "forbidden"),
                (.call("members_add", ["member": "built-in/admin", "role": "reader"], key: reader), "forbidden"),
                (.call("crud", ["resource": "nothing", "action": "list"], key: reader), "not_found"),
                (.call("crud", ["resource": "notes", "action": "list", "dataSource": "other"], key: reader), "not_found"),
                (.call("crud", Self.insert, key: eve), "forbidden"),
                (.call("crud", Self.insert, key: eve, path: acme), "not_found"),
                (.call("api_keys_revoke", ["id": .number(JSONNumber(admin.id.rawValue))], key: eve, path: acme), "not_found"),
                (.call("api_keys_create", ["name": "x", "user": "built-in/admin"], key: eve, path: acme), "not_found"),
            ]
            for (ask, code) in cases {
                let answer = try await server.answer(ask)
                #expect(answer.status == 200 && answer.result["isError"] == true, "\(answer.text)")
                #expect(answer.result["structuredContent"]?["error"]?["code"] == code, "\(ask.body ?? ""): \(answer.text)")
                #expect(answer.result["structuredContent"]?["error"]?["message"]?.string == answer.toolText)
            }
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            let audit = try await server.entries()
            #expect(audit.count == cases.count && audit.allSatisfy { $0.outcome?.decision == .refused })
            #expect(try await server.answer(.call("whoami", key: admin.key.text)).status == 200, "the key that was aimed at still works")
        }
    }

    @Test("in demo mode reads work and writes are refused before they run")
    func demo() async throws {
        try await RunningServer.run([.demo: "true"]) { server in
            try await server.addNotes()
            let key = try await server.key()
            #expect(try await server.answer(.call("crud", ["resource": "notes", "action": "list"], key: key)).result["isError"] == nil)
            #expect(try await server.answer(.call("run_sql", ["sql": "SELECT title FROM notes"], key: key)).result["isError"] == nil)
            let body =
                #"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"Unauthorized","data":"this operation is not allowed in demo mode"}}"#
            for ask in [Ask.call("crud", Self.insert, key: key), .call("api_keys_create", ["name": "x"], key: key)] {
                let answer = try await server.answer(ask)
                #expect(answer.status == 403 && answer.text == body && answer["www-authenticate"] == nil)
            }
            let old = try await server.answer(.call("crud", Self.insert, key: key, in: "2025-03-26"))
            #expect(old.status == 403 && old.text == body)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == ["crud ok", "run_sql ok", "crud refused demo", "api_keys_create refused demo", "crud refused demo"])
        }
    }
}
