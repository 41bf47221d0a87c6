import Access
import Identity
import JSON
import Server
import Store
import Testing
import Tools

@Suite("Casdoor's REST interface")
struct CasdoorRouteTests {
    /// Casdoor's routes for the seven kinds of objects, each with its tool. Nil for a route that is refused to every caller.
    static let expected: [(method: String, path: String, tool: String?)] = {
        let kinds = ["application", "user", "organization", "role", "permission", "provider"]
        let regular: [(String, String, String?)] = kinds.flatMap { kind in
            [
                ("GET", "get-\(kind)s", "get_\(kind)s"), ("GET", "get-\(kind)", "get_\(kind)"), ("POST", "add-\(kind)", "add_\(kind)"),
                ("POST", "update-\(kind)", "update_\(kind)"), ("POST", "delete-\(kind)", "delete_\(kind)"),
            ]
        }
        return regular + [
            ("GET", "get-tokens", "get_tokens"), ("GET", "get-token", "get_token"), ("POST", "delete-token", "delete_token"),
            ("GET", "get-organization-applications", "get_applications"), ("GET", "get-global-users", "get_users"),
            ("GET", "get-sorted-users", "get_users"), ("GET", "get-user-count", "get_users"), ("GET", "get-organization-names", "get_organizations"),
            ("GET", "get-permissions-by-submitter", "get_permissions"), ("GET", "get-permissions-by-role", "get_permissions"),
            ("GET", "get-global-providers", "get_providers"), ("POST", "update-permissions", nil), ("POST", "add-token", nil),
            ("POST", "update-token", nil),
        ]
    }()

    /// The reasons of the routes that are refused to every caller, as callers get them.
    static let reasons = [
        "update-permissions": "change permissions one by one with /api/update-permission",
        "add-token": "tokens are made at the token endpoint alone: /api/login/oauth/access_token",
        "update-token": "a token cannot be changed: delete it and ask for another",
    ]

    private static func ask(_ method: String, _ path: String, key: String? = nil, body: JSONValue? = nil) -> Ask {
        var fields: [(name: String, value: String)] = key.map { [("Authorization", "Bearer \($0)")] } ?? []
        if body != nil { fields.append(("Content-Type", "application/json")) }
        return Ask(method: method, path: "/api/\(path)", fields: fields, body: body?.description ?? (method == "POST" ? "{}" : nil))
    }

    @Test("every route is there with its method, is one call of its tool, and gives it no argument that the tool has not")
    func routes() async throws {
        #expect(Set(CasdoorRoute.all.map(\.path)) == Set(Self.expected.map(\.path)))
        #expect(CasdoorRoute.all.count == Self.expected.count)
        try await RunningServer.run { server in
            let tools = Dictionary(uniqueKeysWithValues: server.composition.dispatcher.toolbox.definitions.map { ($0.name, $0) })
            for (method, path, tool) in Self.expected {
                let route = try #require(CasdoorRoute.all.first { $0.path == path })
                #expect(route.tool == tool, "\(path)")
                let other = try await server.answer(Self.ask(method == "GET" ? "POST" : "GET", path))
                #expect(other.status == 405 && other["allow"]?.contains(method) == true, "\(path)")
                guard let tool else { continue }
                let definition = try #require(tools[tool], "\(tool)")
                #expect(Set(route.argumentNames).isSubset(of: Set(definition.properties.keys)), "\(path)")
                #expect(Set(definition.required).isSubset(of: Set(route.argumentNames)), "\(path)")
            }
        }
    }

    @Test("without a credential each route is 401 with a challenge and the envelope, with a bad one too; nothing runs")
    func unauthorized() async throws {
        try await RunningServer.run { server in
            for (method, path, _) in Self.expected {
                for key in [nil, "x", "gths_" + String(repeating: "a", count: 43)] {
                    let answer = try await server.answer(Self.ask(method, path, key: key))
                    #expect(answer.status == 401 && answer.json["status"] == "error" && answer.json["msg"] == "Unauthorized operation", "\(path)")
                    #expect(answer["www-authenticate"] == server.challenge(error: key == nil ? nil : "invalid_token"))
                    #expect(answer.all("set-cookie").isEmpty)
                }
            }
            #expect(try await server.entries().isEmpty)
        }
    }

    @Test("an object is added, listed, read, changed by columns and deleted, with the envelope that clients expect")
    func life() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
                let answer = try await server.answer(Self.ask(method, path, key: key, body: body))
                #expect(answer.status == 200 && answer["content-type"] == "application/json", "\(path) \(answer.text)")
                #expect(Set(answer.json.object?.keys ?? []) == ["status", "msg", "sub", "name", "data", "data2", "data3"])
                return answer.json
            }
            let role: JSONValue = ["owner": "built-in", "name": "sales", "displayName": "Sales", "isEnabled": true]
            let added = try await call("POST", "add-role", role)
            #expect(added["status"] == "ok" && added["data"] == "Affected" && added["msg"] == "")
            let twice = try await call("POST", "add-role", role)
            #expect(twice["status"] == "error" && twice["msg"]?.string?.isEmpty == false)
            let all = try await call("GET", "get-roles?owner=built-in")
            #expect(all["data"]?.array?.contains { $0["name"] == "sales" } == true && all["data2"] == .null)
            let page = try await call("GET", "get-roles?owner=built-in&p=1&pageSize=1&sortField=name&sortOrder=ascend")
            #expect(page["data"]?.array?.count == 1 && page["data2"]?.int ?? 0 > 1)
            #expect(try await call("GET", "get-role?id=built-in/sales")["data"]?["displayName"] == "Sales")
            #expect(try await call("GET", "get-role?id=built-in/none")["data"] == .null)
            let change: JSONValue = ["owner": "built-in", "name": "sales", "displayName": "Selling", "isEnabled": false]
            #expect(try await call("POST", "update-role?id=built-in/sales&columns=displayName", change)["data"] == "Affected")
            let changed = try await call("GET", "get-role?id=built-in/sales")["data"]
            #expect(changed?["displayName"] == "Selling" && changed?["isEnabled"] == true, "a member that no column names stays")
            #expect(try await call("POST", "delete-role", role)["data"] == "Affected")
            #expect(try await call("GET", "get-role?id=built-in/sales")["data"] == .null)
            #expect(try await call("GET", "get-user-count?owner=built-in")["data"] == 1)
            #expect(try await call("GET", "get-organization-names?owner=admin")["data"]?.array?.compactMap { $0["name"]?.string } == ["built-in"])
            #expect(try await call("GET", "get-roles?owner=built-in&p=x&pageSize=1")["status"] == "error")
            #expect(Set(Self.reasons.keys) == Set(Self.expected.filter { $0.tool == nil }.map(\.path)))
            for (path, reason) in Self.reasons {
                let refused = try await server.answer(Self.ask("POST", path, key: key, body: ["owner": "built-in", "name": "x"]))
                #expect(refused.status == 403 && refused.json["status"] == "error" && refused.json["msg"]?.string == reason, "\(path)")
            }
            let tools = try await server.entries().map(\.call.tool)
            #expect(tools.filter { $0 == "add_role" }.count == 2 && tools.contains("delete_role"))
        }
    }

    @Test("four hundred applications: all without a page, and each on one page with p and pageSize, beside the total")
    func longLists() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let domains = server.composition.domains
            let home = try await domains.organizations.find(.builtIn).id
            for number in 0..<400 {
                var change = ApplicationChange()
                change.description = .set(String(repeating: "x", count: 900))
                let bound = CredentialBound.terminal(home, scopes: Set(ScopeSet.all.names))
                _ = try await domains.applications.add(home, try Name(parsing: "many-\(number)"), change, bound: bound)
            }
            func list(_ query: String) async throws -> (names: [String], total: JSONValue?) {
                let answer = try await server.answer(Self.ask("GET", "get-applications?owner=built-in\(query)", key: key)).json
                return ((answer["data"]?.array ?? []).compactMap { $0["name"]?.string }.filter { $0.hasPrefix("many-") }, answer["data2"])
            }
            let all = try await list("")
            #expect(Set(all.names).count == 400 && all.total == .null)
            let (first, second) = (try await list("&p=1&pageSize=300"), try await list("&p=2&pageSize=300"))
            #expect(first.names + second.names == all.names && first.total == second.total && first.total?.int ?? 0 >= 400)
        }
    }

    @Test("a confidential application can be made and its secret renewed over REST: the answer shows it once")
    func secrets() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
                try await server.answer(Self.ask("POST", path, key: key, body: body)).json
            }
            func isGood(_ pair: JSONValue?) async throws -> Bool {
                let pair = (id: pair?["clientId"]?.string ?? "", secret: pair?["clientSecret"]?.string ?? "")
                return try await !server.clientToken(pair, scope: nil).isEmpty
            }
            let application: JSONValue = [
                "owner": "built-in", "name": "robot", "grantTypes": ["client_credentials"], "scopes": [["name": "read:record"]], "redirectUris": [],
            ]
            let made = try await post("add-application", application)
            #expect(made["data"] == "Affected" && Set(made["data2"]?.object?.keys ?? []) == ["clientId", "clientSecret"])
            #expect(try await isGood(made["data2"]))
            let read = try await server.answer(Self.ask("GET", "get-application?id=built-in/robot", key: key)).json
            #expect(read["data"]?["clientSecret"] == "***" && read["data2"] == .null)
            let renamed = try await post("update-application?id=built-in/robot", ["displayName": "Robot"])
            #expect(renamed["data"] == "Affected" && renamed["data2"] == .null)
            let renewed = try await post("update-application?id=built-in/robot", ["clientSecret": .null])
            #expect(renewed["data"] == "Affected")
            #expect(try await isGood(renewed["data2"]))
            #expect(try await !isGood(made["data2"]))
            #expect(try await post("update-application?id=built-in/robot", ["displayName": "Robot"])["data"] == "Unaffected")
            #expect(try await post("update-user?id=built-in/admin", ["roles": ["built-in/x"], "id": "9"])["data"] == "Unaffected")
        }
    }

    @Test("permissions are found by role and by who submitted them, by the whole name, and in the caller's own organization")
    func permissionsBy() async throws {
        try await RunningServer.run { server in
            try await server.addOrganization("acme")
            for name in ["acme/ann", "acme/anna"] { try await server.addPerson(name, isAdministrator: true) }
            func ask(_ method: String, _ path: String, _ who: String, _ body: JSONValue? = nil) async throws -> JSONValue {
                try await server.answer(Self.ask(method, path, key: try await server.key(of: who), body: body)).json
            }
            for name in ["reader2", "reader20"] { _ = try await ask("POST", "add-role", "acme/ann", ["owner": "acme", "name": .string(name)]) }
            for (who, name, role) in [("ann", "one", "reader2"), ("anna", "two", "reader20"), ("ann", "three", "reader20")] {
                let body: JSONValue = [
                    "owner": "acme", "name": .string(name), "resourceType": "Custom", "roles": [.string("acme/\(role)")], "actions": ["Read"],
                ]
                #expect(try await ask("POST", "add-permission", "acme/\(who)", body)["data"] == "Affected")
            }
            func names(_ path: String, _ who: String = "acme/ann") async throws -> Set<String> {
                Set(try await ask("GET", path, who)["data"]?.array?.compactMap { $0["name"]?.string } ?? [])
            }
            #expect(try await names("get-permissions-by-role?id=acme/reader2") == ["one"])
            #expect(try await names("get-permissions-by-role?id=acme/reader20") == ["two", "three"])
            #expect(try await names("get-permissions-by-submitter") == ["one", "three"])
            #expect(try await names("get-permissions-by-submitter?owner=acme", "acme/anna") == ["two"])
            #expect(try await names("get-permissions?owner=acme&field=roles&value=%25") == [])
        }
    }

    @Test("an unknown member with a name like a secret is refused, and never stored")
    func foreignSecrets() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
                try await server.answer(Self.ask("POST", path, key: key, body: body)).json
            }
            let mark = "marker-of-a-secret"
            let provider: JSONValue = ["owner": "built-in", "name": "mail", "customHeaders": ["Authorization": .string(mark)]]
            #expect(try await post("add-provider", provider)["status"] == "error")
            let changes: [JSONValue] = [
                ["properties": ["oauth_GitHub_accessToken": .string(mark)]], ["someSecret": .string(mark)], ["list": [["apiKey": .string(mark)]]],
                ["organization": "globex"],
            ]
            for change in changes { #expect(try await post("update-user?id=built-in/admin", change)["status"] == "error", "\(change)") }
            let plain: JSONValue = [
                "properties": ["oauth_GitHub_accessToken": "***", "team": "red"], "enablePassword": true, "organization": "built-in",
            ]
            #expect(try await post("update-user?id=built-in/admin", plain)["data"] == "Affected")
            let shown = try await server.answer(Self.ask("GET", "get-user?id=built-in/admin", key: key)).json["data"]
            #expect(shown?["properties"]?["team"] == "red" && shown?["someSecret"] == nil && shown?.description.contains(mark) == false)
            #expect(try await server.answer(Self.ask("GET", "get-provider?id=built-in/mail", key: key)).json["data"] == .null)
        }
    }

    @Test("A23 guesses of a client's secret are delayed on MCP and REST with Retry-After, and its right secret keeps working")
    func guesses() async throws {
        try await RunningServer.run { server in
            let client = try await server.addRobot()
            func ask(_ secret: String, _ path: String) async throws -> RawResponse {
                let fields = [(name: "Authorization", value: "Basic " + base64("\(client.id):\(secret)"))]
                guard path == "/api/mcp" else { return try await server.answer(.get(path, fields: fields)) }
                return try await server.answer(.call("whoami", fields: fields))
            }
            let wrong = "gthc_" + String(repeating: "a", count: 43)
            for path in ["/api/mcp", "/api/get-applications?owner=built-in"] {
                var statuses: [Int] = []
                for _ in 0..<20 {
                    let answer = try await ask(wrong, path)
                    statuses.append(answer.status)
                    if answer.status == 429 { #expect(Int(answer["retry-after"] ?? "") ?? 0 >= 1 && answer.json.object != nil) }
                }
                #expect(statuses.count { $0 == 429 } >= 3 && Set(statuses).isSubset(of: [401, 429]), "\(path) \(statuses)")
            }
            #expect(try await ask(client.secret, "/api/mcp").status == 200)
            #expect(try await ask(client.secret, "/api/get-applications?owner=built-in").json["status"] == "ok")
        }
    }

    @Test("D12 administrative actions are 403 for an ordinary user, by REST and over MCP, and logged; nothing changes")
    func ordinaryUser() async throws {
        try await RunningServer.run { server in
            try await server.addUser("bob", role: "reader")
            let key = try await server.key(of: "built-in/bob")
            // A scope that only administrators have is missing before the right is.
            let rows = [
                ("add-user", "add_user", "user", "insufficient_scope"), ("add-role", "add_role", "role", "forbidden"),
                ("add-application", "add_application", "application", "insufficient_scope"), ("delete-role", "delete_role", "role", "forbidden"),
                ("add-organization", "add_organization", "organization", "insufficient_scope"),
                ("delete-user", "delete_user", "user", "insufficient_scope"),
            ]
            for (path, tool, kind, code) in rows {
                let object: JSONValue = ["owner": "built-in", "name": "admin", "organization": "built-in"]
                let rest = try await server.answer(Self.ask("POST", path, key: key, body: object))
                #expect(rest.status == 403 && rest.json["status"] == "error", "\(path)")
                let direct = try await server.answer(
                    Ask(
                        path: "/api/tools/\(tool)", fields: [("Authorization", "Bearer \(key)")], body: JSONValue.object([kind: object]).description))
                #expect(direct.status == 403 && direct.json["error"]?["code"]?.string == code, "\(tool)")
                let mcp = try await server.answer(.call(tool, .object([kind: object]), key: key))
                let told = mcp.json["error"]?["message"] ?? mcp.result["structuredContent"]?["error"]?["code"]
                #expect(told?.string == code && (mcp.result["isError"] == true || mcp.status == 403), "\(tool): \(mcp.text)")
            }
            let entries = try await server.entries()
            #expect(
                entries.allSatisfy { $0.outcome?.outcome == .refused && $0.call.user == "built-in/bob" }
                    && entries.map { $0.outcome?.code ?? "" }.sorted() == rows.flatMap { Array(repeating: $0.3, count: 3) }.sorted())
            #expect(try await server.applications().isEmpty)
            #expect(try await server.domains.users.list(server.domains.organizations.find(.builtIn).id).count == 2)
        }
    }

    @Test("any tool can be called by its name, with a status for its outcome")
    func tools() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            func call(_ tool: String, _ body: String, key: String?) async throws -> RawResponse {
                try await server.answer(Ask(path: "/api/tools/\(tool)", fields: key.map { [("Authorization", "Bearer \($0)")] } ?? [], body: body))
            }
            let rows = try await call("crud", #"{"resource":"notes","action":"list"}"#, key: key)
            #expect(rows.status == 200 && rows.json["data"]?.array?.count == 3)
            #expect(try await call("whoami", "", key: key).json["user"] == "built-in/admin")
            let narrow = try await server.key(scopes: ["read:record"])
            let refusals: [(RawResponse, Int, String)] = [
                (try await call("whoami", "{}", key: nil), 401, "unauthorized"), (try await call("no_such", "{}", key: key), 404, "unknown_tool"),
                (try await call("run_sql", #"{"sql":"SELECT 1"}"#, key: narrow), 403, "insufficient_scope"),
                (try await call("crud", "{}", key: key), 400, "invalid_argument"), (try await call("crud", "[]", key: key), 400, "invalid_argument"),
                (try await call("crud", "{", key: key), 400, "invalid_argument"),
                (try await call("crud", #"{"resource":"none","action":"list"}"#, key: key), 404, "not_found"),
            ]
            for (answer, status, code) in refusals {
                #expect(answer.status == status && answer.json["error"]?["code"]?.string == code, "\(answer.text)")
            }
            #expect(refusals[2].0["www-authenticate"]?.contains("scope=\"read:record run:sql\"") == true)
        }
    }

    @Test("the OpenAPI document has one operation for each tool, by its name, with paths that answer")
    func openAPI() async throws {
        try await RunningServer.run { server in
            let answer = try await server.answer(.get("/openapi.json"))
            #expect(answer["cache-control"] == "public, max-age=300" && answer["vary"] == "Origin", "a cache keeps it, and not for every page alike")
            let document = answer.json
            #expect(document["openapi"] == "3.1.0")
            let operations: [(path: String, method: String, id: String)] = (document["paths"]?.object ?? [:]).flatMap { path, item in
                (item.object ?? [:]).map { (path, $0.key, $0.value["operationId"]?.string ?? "") }
            }
            let tools = server.composition.dispatcher.toolbox.definitions.filter { $0.permit.package != .facade }
            #expect(operations.map(\.id).sorted() == tools.map(\.name).sorted())
            for (path, method, _) in operations {
                let answer = try await server.answer(Ask(method: method.uppercased(), path: path, body: method == "post" ? "{}" : nil))
                #expect(answer.status == 401, "\(method) \(path)")
            }
            #expect(document["paths"]?["/api/get-applications"]?["get"]?["operationId"] == "get_applications")
        }
        try await RunningServer.run([.anonymousDiscovery: "false"]) { server in
            let answer = try await server.answer(.get("/openapi.json"))
            #expect(answer.status == 404)
        }
    }
}
