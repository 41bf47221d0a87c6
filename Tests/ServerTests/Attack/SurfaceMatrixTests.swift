import Access
import GatehouseTesting
import Identity
import JSON
import OAuth
import SQL
import Server
import Store
import Testing
import Tools

/// The matrix of callers and tools over the wire: the decisions of `MatrixTests` for a session and a key also apply to a browser with its
/// cookie, on MCP, on REST and on Casdoor's paths.
@Suite("Who may call what, over the wire")
struct SurfaceMatrixTests {
    /// A way to call a tool.
    enum Surface: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case mcp, rest
        var testDescription: String { rawValue }

        func ask(_ tool: String, _ arguments: JSONObject) -> Ask {
            switch self {
            case .mcp: .call(tool, .object(arguments), fields: [("x-mcp-packages", "*")])
            case .rest: Ask(path: "/api/tools/\(tool)", body: JSONValue.object(arguments).description)
            }
        }

        /// `ok`, or the code of the refusal.
        func code(of answer: RawResponse) -> String {
            switch self {
            case .rest: return answer.status == 200 ? "ok" : answer.json["error"]?["code"]?.string ?? "status \(answer.status)"
            case .mcp:
                if answer.status == 401 { return "unauthorized" }
                if answer.error["code"] == -32001 { return answer.error["message"]?.string ?? "" }
                guard answer.result["isError"] == true else { return answer.error.isNull ? "ok" : "error \(answer.error)" }
                return answer.result["structuredContent"]?["error"]?["code"]?.string ?? ""
            }
        }

        func body(of answer: RawResponse) -> JSONValue { self == .rest ? answer.json : answer.result["structuredContent"] ?? .null }
    }

    private static let foreign: [[(name: String, value: String)]] = [
        [("Origin", "https://evil.example")], [("Origin", "null")], [("Origin", "http://127.0.0.1:1")], [("Sec-Fetch-Site", "cross-site")], [],
    ]

    /// A call of every tool by the first user, in an order in which they succeed; from the answers of those before it.
    private static func calls(_ file: String) -> [(tool: String, arguments: @Sendable ([String: JSONValue]) -> JSONObject)] {
        typealias Made = @Sendable ([String: JSONValue]) -> JSONObject
        func fixed(_ tool: String, _ arguments: JSONObject = [:]) -> (tool: String, arguments: Made) { (tool, { _ in arguments }) }
        let crud: [JSONObject] = [
            ["action": "list"], ["action": "get", "filterByTk": 1],
            ["action": "query", "measures": [["field": "id", "aggregation": "count", "alias": "n"]]],
            ["action": "create", "values": ["id": 7, "title": "made"]], ["action": "update", "filterByTk": 7, "values": ["title": "changed"]],
            ["action": "destroy", "filterByTk": 7],
        ]
        var out: [(tool: String, arguments: Made)] = crud.map { call in
            fixed("crud", JSONObject(call.map { ($0.key, $0.value) } + [("resource", "notes")]))
        }
        let url = JSONValue.string("sqlite://\(file)")
        let more: [(tool: String, arguments: Made)] = [
            fixed("collections_list"), fixed("collections_get", ["filterByTk": "notes"]), fixed("run_sql", ["sql": "SELECT count(*) FROM notes"]),
            fixed("ask_question", ["question": "How many notes are there?"]), fixed("mcp_start"),
            ("mcp_question", { ["chat_id": $0["mcp_start"]?["chat_id"] ?? .null, "question": "How many notes are there?", "stream": false] }),
            fixed("mcp_ws_list"), fixed("mcp_datasource_list"), fixed("get_model_list"),
            fixed("assistants_apply", ["name": "clerk"]), fixed("assistants_list"),
            fixed("mcp_assistant", ["assistant": "clerk", "question": "How many notes are there?", "stream": false]), fixed("data_sources_list"),
            fixed("data_sources_add", ["name": "files", "url": url]), fixed("data_sources_update", ["name": "files", "url": url]),
            fixed("data_sources_test", ["name": "files"]), fixed("data_sources_refresh", ["name": "files"]),
            fixed("data_sources_tables", ["name": "main"]), fixed("data_sources_describe", ["name": "main", "table": "notes"]),
            fixed("access_rules_set", ["role": "temp", "dataSource": "files", "resource": "things", "actions": ["view"]]),
            fixed("access_rules_list"), fixed("access_rules_explain", ["resource": "notes"]), fixed("data_sources_remove", ["name": "files"]),
            fixed("access_rules_resume", ["dataSource": "files"]), ("access_rules_remove", { ["id": $0["access_rules_set"]?["id"] ?? .null] }),
            fixed("members_list"), fixed("members_add", ["member": "built-in/max", "role": "reader"]),
            fixed("members_remove", ["member": "built-in/max", "role": "reader"]), fixed("workspaces_add", ["name": "third"]),
            fixed("workspaces_list"), fixed("workspaces_stop", ["name": "third"]), fixed("workspaces_start", ["name": "third"]),
            fixed("workspaces_remove", ["name": "third"]), fixed("whoami"), fixed("server_info"), fixed("audit_list"),
            fixed("api_keys_create", ["name": "mine"]), fixed("api_keys_list"),
            ("api_keys_revoke", { ["id": $0["api_keys_create"]?["id"] ?? .null] }), fixed("get_tokens", ["owner": "built-in"]),
            ("get_token", { ["id": .string("built-in/\(token(in: $0))")] }),
            ("delete_token", { ["token": ["owner": "built-in", "name": .string(token(in: $0))]] }),
        ]
        out += more
        let kinds: [(one: String, owner: String, members: JSONObject)] = [
            ("role", "built-in", ["users": ["built-in/max"]]),
            ("permission", "built-in", ["roles": ["built-in/temp"], "resources": ["main/main/notes"], "actions": ["Read"]]),
            ("user", "built-in", ["title": "new"]), ("organization", "admin", ["websiteUrl": "https://new.example"]),
            ("provider", "built-in", ["clientSecret": "hush"]), ("application", "built-in", ["scopes": ["read:user"]]),
        ]
        for kind in kinds {
            let name: JSONObject = ["owner": .string(kind.owner), "name": "made"]
            let whole = JSONObject(name.map { ($0.key, $0.value) } + kind.members.map { ($0.key, $0.value) })
            let id = JSONValue.string("\(kind.owner)/made")
            out += [
                fixed("add_\(kind.one)", [kind.one: .object(whole)]), fixed("get_\(kind.one)s", ["owner": .string(kind.owner)]),
                fixed("get_\(kind.one)", ["id": id]), fixed("update_\(kind.one)", ["id": id, kind.one: ["displayName": "Made"]]),
                fixed("delete_\(kind.one)", [kind.one: .object(name)]),
            ]
        }
        return out
    }

    private static func token(in answers: [String: JSONValue]) -> String { answers["get_tokens"]?["data"]?[0]?["name"]?.string ?? "" }

    @Test(
        "B20 D05 E10 each tool does its work for a person's cookie on own pages as for the person's key, and nothing for the cookie on any other page",
        arguments: Surface.allCases)
    func cookies(surface: Surface) async throws {
        let folder = try TemporaryDirectory()
        let file = folder.path(of: "files.db")
        let database = try SQLiteDatabase(path: file)
        _ = try await database.write(.patient) { try $0.execute("CREATE TABLE things (id INTEGER PRIMARY KEY)") }
        await database.close()
        try await RunningServer.run([.sourceRoot: folder.path]) { server in
            let reader = try await Self.prepare(server)
            let (admin, rita) = (Browser(server), Browser(server))
            _ = try await admin.signIn(password: server.adminPassword)
            _ = try await rita.signIn("built-in/rita", password: "a long password")
            let own: [(name: String, value: String)] = [("Origin", "http://\(server.host)"), ("Sec-Fetch-Site", "same-origin")]
            let known = Self.calls(file)
            let tools = server.composition.dispatcher.toolbox.definitions.filter { $0.permit.package != .facade }.map(\.name)
            let others = Set(tools).subtracting(known.map(\.tool))
            #expect(others.count * 4 < tools.count, "without a call that does its work: \(others.sorted())")
            // A caller that may call a tool gets an error about an unknown argument.
            var calls = known
            for tool in others.sorted() { calls.append((tool, { _ in ["no_such_argument": 1] })) }
            var answers: [String: JSONValue] = [:]
            for (place, call) in calls.enumerated() {
                let ask = surface.ask(call.tool, call.arguments(answers))
                func from(_ fields: [(name: String, value: String)]) -> Ask {
                    var copy = ask
                    copy.fields += fields
                    return copy
                }
                let before = try await Self.storedState(server)
                let page = Self.foreign[place % Self.foreign.count]
                let refused = try await admin.send(from(page))
                #expect([401, 403].contains(refused.status), "\(call.tool) from \(page): \(refused.text)")
                #expect(try await Self.storedState(server) == before, "\(call.tool) from \(page)")
                let byCookie = surface.code(of: try await rita.send(from(own)))
                if byCookie != "ok" { #expect(try await Self.storedState(server) == before, "\(call.tool): \(byCookie)") }
                let byKey = surface.code(of: try await server.answer(from([("Authorization", "Bearer \(reader)")])))
                // What the cookie did, the key cannot do again; and a key of somebody who administers nothing has no scope for accounts.
                if (byCookie != "ok" && byKey != "insufficient_scope") || byKey == "ok" { #expect(byCookie == byKey, "\(call.tool)") }
                let done = try await admin.send(from(own))
                #expect(surface.code(of: done) == (others.contains(call.tool) ? "invalid_argument" : "ok"), "\(call.tool): \(done.text)")
                answers[call.tool] = surface.body(of: done)
            }
        }
    }

    @Test("B20 D05 D12 each of Casdoor's paths serves a cookie on own pages within the person's rights, and does nothing for it on other pages")
    func casdoorPaths() async throws {
        try await RunningServer.run { server in
            let reader = try await Self.prepare(server)
            let (admin, rita) = (Browser(server), Browser(server))
            _ = try await admin.signIn(password: server.adminPassword)
            _ = try await rita.signIn("built-in/rita", password: "a long password")
            let own: [(name: String, value: String)] = [("Origin", "http://\(server.host)")]
            let before = try await Self.storedState(server)
            for (place, route) in CasdoorRouteTests.expected.enumerated() {
                let isRead = route.method == "GET"
                let id = route.path.hasSuffix("organization") ? "admin/built-in" : "built-in/nobody"
                var ask = Ask(
                    method: route.method, path: "/api/\(route.path)?owner=built-in&id=\(id)",
                    body: isRead ? nil : #"{"owner":"built-in","name":"nobody"}"#)
                let page = Self.foreign[place % Self.foreign.count]
                var other = ask
                other.fields += page
                let refused = try await admin.send(other)
                #expect([401, 403].contains(refused.status), "\(route.path) from \(page): \(refused.status)")
                #expect(try await Self.storedState(server) == before, "\(route.path)")
                ask.fields += own
                let byCookie = try await rita.send(ask)
                var keyed = ask
                keyed.fields.append(("Authorization", "Bearer \(reader)"))
                let byKey = try await server.answer(keyed)
                #expect(byCookie.status == byKey.status, "\(route.path)")
                guard isRead, route.tool != nil else { continue }
                #expect(byCookie.status == 403, "\(route.path) is for administrators")
                let answer = try await admin.send(ask)
                #expect(answer.status == 200, "\(route.path): \(answer.text)")
            }
        }
    }

    /// State that no refused call changes. The times of last use of sessions and keys are written later.
    private static func storedState(_ server: RunningServer) async throws -> [String] {
        let state = try await server.state()
        let dated = state.filter { $0.hasPrefix("sessions ") || $0.hasPrefix("api_keys ") }
        return state.filter { !dated.contains($0) } + ["\(dated.count)"] + (try await server.notes())
    }

    /// - Returns: a key of `built-in/rita`, who reads.
    private static func prepare(_ server: RunningServer) async throws -> String {
        try await server.addNotes()
        try await server.addPerson("built-in/rita", role: "reader")
        try await server.addPerson("built-in/max")
        _ = try await server.domains.roles.add(try await server.domains.organizations.find(.builtIn).id, "temp")
        _ = try await server.clientToken(try await server.addRobot())
        return try await server.key(of: "built-in/rita", scopes: ScopeSet.allowed(administrator: false).names)
    }
}
