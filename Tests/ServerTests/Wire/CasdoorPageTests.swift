import Identity
import JSON
import Server
import Testing

/// Every request on the Casdoor page of the references, in its revision and with its response.
@Suite("The Casdoor page on the wire")
struct CasdoorPageTests {
    /// A body of the page, sent as curl sends it: no version header, no `Accept` that names event streams.
    private static func send(_ body: String, _ server: RunningServer, _ fields: [(name: String, value: String)] = []) async throws -> RawResponse {
        try await server.answer(Ask(path: "/api/mcp", fields: [("Content-Type", "application/json"), ("Accept", "*/*")] + fields, body: body))
    }

    private static func bearer(_ token: String) -> [(name: String, value: String)] { [("Authorization", "Bearer \(token)")] }

    /// Organization `my-org` with the page's client, which may read and write applications.
    private static func world(_ server: RunningServer, scopes: [String] = ["read:application", "write:application"]) async throws -> (
        id: String, secret: String
    ) {
        try await server.addOrganization("my-org")
        return try await server.addClient("my-org/my-client", redirects: [], grants: ["client_credentials"], scopes: scopes)
    }

    @Test("getting started: initialize and the notification, without a credential")
    func handshake() async throws {
        try await RunningServer.run { server in
            let body = """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05", "capabilities": {},
                "clientInfo": {"name": "my-client", "version": "1.0.0"}}}
                """
            let answer = try await Self.send(body, server)
            #expect(answer.status == 200 && answer.json["jsonrpc"] == "2.0" && answer.json["id"] == 1)
            #expect(answer.result["protocolVersion"] == "2024-11-05" && answer.result["capabilities"]?["tools"]?.object != nil)
            #expect(answer.result["serverInfo"]?["name"]?.string != nil && answer.result["serverInfo"]?["version"]?.string != nil)
            let notice = try await Self.send(#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#, server)
            #expect(notice.status == 202 && notice.body.isEmpty)
        }
    }

    @Test("authentication: a token, client credentials and a session see their tools; anonymous callers see all and can call none")
    func authentication() async throws {
        try await RunningServer.run { server in
            let client = try await Self.world(server)
            let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
            func names(_ answer: RawResponse) -> Set<String> { Set(answer.result["tools"]?.array?.compactMap { $0["name"]?.string } ?? []) }
            let mine: Set = ["get_applications", "get_application", "add_application", "update_application", "delete_application"]

            let token = try await server.clientToken(client, scope: "read:application write:application")
            let byToken = names(try await Self.send(list, server, Self.bearer(token)))
            #expect(byToken.isSuperset(of: mine) && byToken.isDisjoint(with: ["get_users", "crud", "run_sql", "add_role"]))
            let reader = try await server.clientToken(client, scope: "read:application")
            let byReader = names(try await Self.send(list, server, Self.bearer(reader)))
            #expect(byReader.isSuperset(of: ["get_applications", "get_application"]) && !byReader.contains("add_application"))
            let basic = [(name: "Authorization", value: "Basic " + base64("\(client.id):\(client.secret)"))]
            #expect(names(try await Self.send(list, server, basic)).isSuperset(of: mine))
            #expect(names(try await Self.send(list, server)).isSuperset(of: mine.union(["get_users", "crud"])))

            let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_applications","arguments":{"owner":"my-org"}}}"#
            let refused = try await Self.send(call, server)
            #expect(refused.status == 401)
            #expect(
                refused.json == ["jsonrpc": "2.0", "id": 1, "error": ["code": -32001, "message": "Unauthorized", "data": "Unauthorized operation"]])
            #expect(refused["www-authenticate"]?.hasPrefix("Bearer realm=\"/.well-known/oauth-protected-resource\"") == true)
        }
    }

    @Test("tools/list describes get_applications as the page shows it")
    func listing() async throws {
        try await RunningServer.run { server in
            let answer = try await Self.send(#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}"#, server)
            let tool = answer.result["tools"]?.array?.first { $0["name"] == "get_applications" }
            #expect(tool?["description"]?.string?.hasPrefix("Get all applications for a specific owner") == true)
            #expect(tool?["inputSchema"]?["type"] == "object" && tool?["inputSchema"]?["required"] == ["owner"])
            #expect(tool?["inputSchema"]?["properties"]?["owner"]?["type"] == "string")
        }
    }

    @Test("the five application tools: the page's calls in a row make, change, show and remove an application")
    func applicationTools() async throws {
        try await RunningServer.run { server in
            let client = try await Self.world(server)
            let token = Self.bearer(try await server.clientToken(client))
            func call(_ id: Int, _ name: String, _ arguments: JSONValue) async throws -> RawResponse {
                let body: JSONValue = [
                    "jsonrpc": "2.0", "id": .number(JSONNumber(Int64(id))), "method": "tools/call",
                    "params": ["name": .string(name), "arguments": arguments],
                ]
                let answer = try await Self.send(body.description, server, token)
                #expect(answer.status == 200 && answer.json["id"]?.int == Int64(id), "\(answer.text)")
                #expect(answer.result["content"]?[0]?["type"] == "text" && answer.result["structuredContent"] == nil)
                return answer
            }
            let added = try await call(
                5, "add_application",
                ["application": ["owner": "my-org", "name": "new-app", "displayName": "New Application", "organization": "my-org"]])
            #expect(added.result["isError"] == nil && added.toolText.hasPrefix("Successfully added application"))
            let list = try JSONValue(parsing: try await call(3, "get_applications", ["owner": "my-org"]).toolText)
            #expect(Set(list.array?.compactMap { $0["name"]?.string } ?? []) == ["my-client", "new-app"])
            #expect(list.array?.first { $0["name"] == "new-app" }?["displayName"] == "New Application")
            let updated = try await call(
                6, "update_application",
                ["id": "my-org/new-app", "application": ["owner": "my-org", "name": "new-app", "displayName": "Updated Name"]])
            #expect(updated.result["isError"] == nil && updated.toolText.hasPrefix("Successfully updated application"))
            let one = try JSONValue(parsing: try await call(4, "get_application", ["id": "my-org/new-app"]).toolText)
            #expect(one["displayName"] == "Updated Name" && one["name"] == "new-app" && one["organization"] == "my-org")
            #expect(one["clientId"]?.string?.isEmpty == false, "an update of one member keeps the others")
            let deleted = try await call(7, "delete_application", ["application": ["owner": "my-org", "name": "new-app"]])
            #expect(deleted.result["isError"] == nil && deleted.toolText.hasPrefix("Successfully deleted application"))
            #expect(try await server.applications(of: "my-org") == ["my-client"])
        }
    }

    @Test("E04 a server in demo mode refuses every write, whatever a request contains", arguments: [nil, "admin", "__union__"])
    func readOnly(role: String?) async throws {
        try await RunningServer.run([.demo: "true"]) { server in
            try await server.addNotes()
            let key = try await server.key()
            let fields: [(name: String, value: String)] =
                [("x-mcp-packages", "*"), ("x-mcp-readonly", "false"), ("X-HTTP-Method-Override", "GET")] + (role.map { [("x-role", $0)] } ?? [])
            let insert: JSONValue = ["resource": "notes", "action": "create", "values": ["text": "new"], "readOnly": false]
            let plain: JSONValue = ["resource": "notes", "action": "create", "values": ["text": "new"]]
            for arguments in [insert, plain] {
                let answer = try await server.answer(.call("crud", arguments, key: key, fields: fields))
                #expect(answer.status == 403 || answer.result["isError"] == true, "\(answer.text)")
            }
            let direct = try await server.answer(
                Ask(path: "/api/tools/crud?demo=false", fields: [("Authorization", "Bearer \(key)")] + fields, body: plain.description))
            #expect(direct.status == 403)
            let twin = try await server.answer(
                Ask(path: "/api/add-role", fields: [("Authorization", "Bearer \(key)")] + fields, body: #"{"owner":"built-in","name":"made"}"#))
            #expect(twin.status == 403 && twin.json["status"] == "error")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            let read = try await server.answer(.call("crud", ["resource": "notes", "action": "list"], key: key))
            #expect(read.result["isError"] != true && read.status == 200)
        }
    }

    @Test("a tool's error is a result with isError and the page's text: the quota")
    func toolError() async throws {
        try await RunningServer.run([.quotaApplication: "1"]) { server in
            let client = try await Self.world(server)
            let body = """
                {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "add_application", "arguments": {"application":
                {"owner": "my-org", "name": "new-app", "displayName": "New Application", "organization": "my-org"}}}}
                """
            let answer = try await Self.send(body, server, Self.bearer(try await server.clientToken(client)))
            #expect(answer.status == 200)
            #expect(answer.result["isError"] == true && answer.toolText == "application quota is exceeded")
            #expect(try await server.applications(of: "my-org") == ["my-client"])
        }
    }

    @Test("A37 a missing scope is the page's error, letter by letter; newer revisions get 403 and a challenge with it")
    func insufficientScope() async throws {
        try await RunningServer.run { server in
            let client = try await Self.world(server)
            let token = try await server.clientToken(client, scope: "read:application")
            let body = """
                {"jsonrpc": "2.0", "id": 10, "method": "tools/call", "params": {"name": "add_application", "arguments": {"application":
                {"owner": "my-org", "name": "new-app", "displayName": "New Application", "organization": "my-org"}}}}
                """
            let expected: JSONValue = [
                "jsonrpc": "2.0", "id": 10,
                "error": [
                    "code": -32001, "message": "insufficient_scope",
                    "data": ["tool": "add_application", "granted_scopes": ["read:application"], "required_scope": "write:application"],
                ],
            ]
            let old = try await Self.send(body, server, Self.bearer(token))
            #expect(old.status == 200 && old.json == expected)
            let new = try await Self.send(body, server, Self.bearer(token) + [("MCP-Protocol-Version", "2025-11-25")])
            #expect(new.status == 403 && new.json == expected)
            let challenge = new["www-authenticate"] ?? ""
            #expect(challenge.contains("error=\"insufficient_scope\"") && challenge.contains("scope=\"read:application write:application\""))
            #expect(challenge.contains("resource_metadata=\"http://\(server.host)/.well-known/oauth-protected-resource/api/mcp\""))
            #expect(try await server.applications(of: "my-org") == ["my-client"], "nothing was made")
        }
    }

    @Test("scoped tokens: the page's two curl lines, and both scopes with a space or %20")
    func scopedTokens() async throws {
        try await RunningServer.run { server in
            let client = try await Self.world(server)
            let start = "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(client.secret)&scope="
            for scope in ["read:application", "write:application", "read:application write:application", "read:application%20write:application"] {
                let answer = try await server.answer(
                    Ask(
                        path: "/api/login/oauth/access_token", fields: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "*/*")],
                        body: start + scope))
                #expect(answer.status == 200 && answer.json["access_token"]?.string?.isEmpty == false)
                #expect(answer.json["scope"]?.string == scope.replacing("%20", with: " "))
            }
        }
    }

    @Test("error codes: broken JSON, a request without its fields, unknown methods and tools, bad parameters; ping and batches")
    func errors() async throws {
        try await RunningServer.run { server in
            let client = try await Self.world(server)
            let token = Self.bearer(try await server.clientToken(client))
            let broken = try await Self.send(#"{"jsonrpc": }"#, server, token)
            #expect(broken.error["code"] == -32700 && broken.error["message"] == "Parse error" && broken.json["id"] == .null)
            #expect(broken.error["data"]?.string?.isEmpty == false)
            let invalid = try await Self.send(#"{"jsonrpc": "2.0", "id": 8}"#, server, token)
            #expect(invalid.error["code"] == -32600)
            let method = try await Self.send(#"{"jsonrpc": "2.0", "id": 8, "method": "unknown_method"}"#, server, token)
            #expect(
                method.json == [
                    "jsonrpc": "2.0", "id": 8,
                    "error": ["code": -32601, "message": "Method not found", "data": "Method 'unknown_method' not found"],
                ])
            let long = try await Self.send(#"{"jsonrpc":"2.0","id":8,"method":"\#(String(repeating: "m", count: 500))"}"#, server, token)
            #expect(long.error["data"]?.string == "Method '\(String(repeating: "m", count: 64))' not found")
            let tool = try await Self.send(
                #"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"no_such","arguments":{}}}"#, server, token)
            #expect(tool.error["code"] == -32602 && tool.text.contains("Tool 'no_such' not found"))
            let parameters = try await Self.send(#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":7}"#, server, token)
            #expect(parameters.status != 401 && [-32600, -32602].contains(parameters.error["code"]?.int ?? 0))
            let ping = try await Self.send(#"{"jsonrpc": "2.0", "id": 9, "method": "ping"}"#, server)
            #expect(ping.status == 200 && ping.json == ["jsonrpc": "2.0", "id": 9, "result": [:]])
            let batch =
                #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
            let answers = try await Self.send(batch, server)
            #expect(answers.json.array?.compactMap { $0["id"]?.int } == [1, 2])
        }
    }

    @Test("E09 demo mode: reads, tokens and discovery work, writes are refused before they run, over MCP and REST")
    func demo() async throws {
        try await RunningServer.run([.demo: "true"]) { server in
            let client = try await Self.world(server)
            let token = try await server.clientToken(client)
            let read = try await server.answer(.call("get_applications", ["owner": "my-org"], key: token))
            #expect(read.status == 200 && read.result["isError"] != true)
            let application: JSONValue = ["owner": "my-org", "name": "new-app", "organization": "my-org"]
            let write = try await server.answer(.call("add_application", ["application": application], key: token))
            #expect(write.status == 403 && write.error["code"] == -32001 && write.text.contains("this operation is not allowed in demo mode"))
            let rest = try await server.answer(
                Ask(
                    path: "/api/add-application", fields: [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
                    body: application.description))
            #expect(rest.status == 403 && rest.json["status"] == "error" && rest.json["msg"] == "this operation is not allowed in demo mode")
            #expect(try await server.applications(of: "my-org") == ["my-client"])
            // A client that registered itself is in no list, and changes and removes itself alone.
            let own: JSONValue = ["client_name": "A stranger's", "redirect_uris": ["https://agent.example/cb"], "token_endpoint_auth_method": "none"]
            let json = (name: "Content-Type", value: "application/json")
            let made = try await server.answer(Ask(path: "/register", fields: [json], body: own.description)).json
            let (id, secret) = (made["client_id"]?.string ?? "", made["registration_access_token"]?.string ?? "")
            #expect(!id.isEmpty && !secret.isEmpty)
            let all = try await server.answer(.call("get_applications", ["owner": ""], key: try await server.key()))
            #expect(all.text.contains("my-client") && !all.text.contains("stranger"))
            let changed: JSONValue = [
                "client_id": .string(id), "client_name": "Renamed", "redirect_uris": ["https://agent.example/cb"],
                "token_endpoint_auth_method": "none",
            ]
            let other = try await server.answer(Ask(path: "/register", fields: [json], body: own.description)).json["registration_access_token"]
            for (bearer, status) in [(other?.string ?? "", 401), (secret, 200)] {
                let fields = [json, (name: "Authorization", value: "Bearer \(bearer)")]
                let put = Ask(method: "PUT", path: "/api/oauth/register/\(id)", fields: fields, body: changed.description)
                #expect(try await server.answer(put).status == status)
            }
            for (bearer, status) in [(other?.string ?? "", 401), (secret, 204)] {
                let fields = [(name: "Authorization", value: "Bearer \(bearer)")]
                #expect(try await server.answer(Ask(method: "DELETE", path: "/api/oauth/register/\(id)", fields: fields)).status == status)
            }
        }
    }
}
