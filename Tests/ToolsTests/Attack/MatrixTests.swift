import Access
import Ask
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import Store
import Testing
import Tools
import Workflows

@Suite("Who may call what")
struct MatrixTests {
    /// The expected decision on each tool for each kind of caller, written by hand from the contract, at the endpoint of workspace `acme`, for the
    /// arguments of ``calls(_:)``: `a` allowed, so that the tool does its work; `u` unauthorized, `s` insufficient_scope, `f` forbidden, `n` not_found: the
    /// endpoint itself. Large letters stand for what the tool itself refuses, by rules of data, by the bound of the caller or because it names nobody (`I`): it is listed. Columns in the
    /// order of ``CallerKind``.
    ///
    /// anonymous, operator, organization administrator, workspace administrator, reader, member, clerk, temp, narrowed to read:record, bound to
    /// another workspace, foreigner, foreign administrator, outsider, terminal, application with all scopes, application with those of applications,
    /// session of the workspace's administrator, access token of the same person for all that a person may have, and one of that
    /// person for reading records and collections and writing rules
    static let table: [(tool: String, action: String?, cells: String)] = [
        ("crud", "list", "u a f a a N a N a u n n f a f s a a a"),
        ("crud", "query", "u a f a a N a N a u n n f a f s a a a"),
        ("crud", "get", "u a f a a N a N a u n n f a f s a a a"),
        ("crud", "history", "u a f a a a N N a u n n f a f s a a a"),
        ("crud", "create", "u a f a F a N N s u n n f a f s a a s"),
        ("crud", "firstOrCreate", "u a f a F a N N s u n n f a f s a a s"),
        ("crud", "updateOrCreate", "u a f a F a N N s u n n f a f s a a s"),
        ("crud", "update", "u a f a F a N N s u n n f a f s a a s"),
        ("crud", "destroy", "u a f a F a N N s u n n f a f s a a s"),
        ("crud", "add", "u a f a F I N N s u n n f a f s a a s"),
        ("crud", "set", "u a f a F I N N s u n n f a f s a a s"),
        ("crud", "toggle", "u a f a F I N N s u n n f a f s a a s"),
        ("crud", "remove", "u a f a F I N N s u n n f a f s a a s"),
        ("crud", "move", "u a f a F N N N s u n n f a f s a a s"),
        ("collections_list", nil, "u a f a a a a a s u n n f a f s a a a"),
        ("collections_get", nil, "u a f a a N a N s u n n f a f s a a a"),
        ("collections_apply", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("fields_apply", nil, "u a N a f f f f s u n n f a f s a a s"),
        ("fields_destroy", nil, "u a N a f f f f s u n n f a f s a a s"),
        ("collections_destroy", nil, "u a N a f f f f s u n n f a f s a a s"),
        ("run_sql", nil, "u a f a a F a F s u n n f a f s a a s"), ("ask_question", nil, "u a f a a a a F s u n n f a f s a a s"),
        ("mcp_start", nil, "u a f a a a a a s u n n f F f s a a s"), ("mcp_question", nil, "u N f N a N N N s u n n f F f s N N s"),
        ("mcp_ws_list", nil, "u a f a a a a a s u n n f a f s a a s"), ("mcp_datasource_list", nil, "u a f a a a a a s u n n f a f s a a s"),
        ("mcp_assistant", nil, "u a f a a a a F s u n n f a f s a a s"), ("get_model_list", nil, "u a f a a a a a s u n n f a f s a a s"),
        ("semantic_get", nil, "u a f a a a a a s u n n f a f s a a s"),
        ("semantic_apply", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("models_apply", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("models_list", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("assistants_apply", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("assistants_list", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("verified_queries_list", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("verified_queries_apply", nil, "u a F a f f f f s u n n f a f s a a s"),
        ("chats_list", nil, "u a f a a a a a s u n n f F f s a a s"), ("chats_apply", nil, "u N f N a N N N s u n n f F f s N N s"),
        ("uploads_create", nil, "u a f a a a a a s u n n f a f s a a s"), ("import_rows", nil, "u a f a F a N N s u n n f a f s a a s"),
        ("export_rows", nil, "u a f a a N a N a u n n f a f s a a a"),
        ("data_sources_list", nil, "u a f a a a a a s u n n f a f s a a s"),
        ("data_sources_add", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("data_sources_update", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("data_sources_test", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("data_sources_refresh", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("data_sources_remove", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("data_sources_tables", nil, "u a f a a a a a s u n n f a f s a a s"),
        ("data_sources_describe", nil, "u a f a a N a N s u n n f a f s a a s"),
        ("workflows_apply", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("workflows_list", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("workflows_get", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("workflows_execute", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("executions_list", nil, "u a a a a a a a s u n n f a f s a a s"),
        ("executions_get", nil, "u a a a N N N N s u n n f a f s a a s"),
        ("executions_act", nil, "u a a a F F F F s u n n f a f s a a s"),
        ("access_rules_set", nil, "u a a a f f f f s u n n f a f s a a F"),
        ("access_rules_list", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("access_rules_remove", nil, "u a a a f f f f s u n n f a f s a a a"),
        ("access_rules_resume", nil, "u a a a f f f f s u n n f a f s a a F"),
        ("access_rules_explain", nil, "u a f a a N a N s u n n f a f s a a s"),
        ("members_list", nil, "u a a a a a a a s u n n f a f s a a s"),
        ("members_add", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("members_remove", nil, "u a a a f f f f s u n n f a f s a a s"),
        ("workspaces_add", nil, "u a a s s s s s s u n n s a f s f s s"),
        ("workspaces_list", nil, "u a a f f f f f s u n n f a f s f f s"),
        ("workspaces_update", nil, "u a a s s s s s s u n n s a f s f s s"),
        ("workspaces_stop", nil, "u a a s s s s s s u n n s a f s f s s"),
        ("workspaces_start", nil, "u a a s s s s s s u n n s a f s f s s"),
        ("workspaces_remove", nil, "u a a s s s s s s u n n s a f s f s s"),
        ("whoami", nil, "u a a a a a a a a u n n a a a a a a a"),
        ("api_keys_create", nil, "u a a a a a a a s u n n a I I s a a s"),
        ("api_keys_list", nil, "u a a a a a a a s u n n a a F s a a s"),
        ("api_keys_revoke", nil, "u a a a a a a a s u n n a N F s a a s"),
        ("get_roles", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("get_role", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("add_role", nil, "u a a f f f f f s u n n f a F s f f s"),
        ("update_role", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("delete_role", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("get_permissions", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("get_permission", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("add_permission", nil, "u a a s s s s s s u n n s a F s f s s"),
        ("update_permission", nil, "u a a s s s s s s u n n s a F s f s s"),
        ("delete_permission", nil, "u a a s s s s s s u n n s a a s f s s"),
        ("get_users", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("get_user", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("add_user", nil, "u a a s s s s s s u n n s a a s f s s"),
        ("update_user", nil, "u a a s s s s s s u n n s a a s f s s"),
        ("delete_user", nil, "u a a s s s s s s u n n s a a s f s s"),
        ("get_organizations", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("get_organization", nil, "u a N f f f f f s u n n f a N s f f s"),
        ("add_organization", nil, "u a f s s s s s s u n n s a f s f s s"),
        ("update_organization", nil, "u a N s s s s s s u n n s a N s f s s"),
        ("delete_organization", nil, "u a f s s s s s s u n n s a f s f s s"),
        ("get_providers", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("get_provider", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("add_provider", nil, "u a a s s s s s s u n n s a a s f s s"),
        ("update_provider", nil, "u a a s s s s s s u n n s a a s f s s"),
        ("delete_provider", nil, "u a a s s s s s s u n n s a a s f s s"),
        ("get_applications", nil, "u a a f f f f f s u n n f a a a f f s"),
        ("get_application", nil, "u a a f f f f f s u n n f a a a f f s"),
        ("add_application", nil, "u a a s s s s s s u n n s a a F f s s"),
        ("update_application", nil, "u a a s s s s s s u n n s a a a f s s"),
        ("delete_application", nil, "u a a s s s s s s u n n s a a a f s s"),
        ("get_tokens", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("get_token", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("delete_token", nil, "u a a f f f f f s u n n f a a s f f s"),
        ("server_info", nil, "u a a a a a a a a u n n a a a a a a a"),
        ("audit_list", nil, "u a a f f f f f s u n n f a f s f f s"),
    ]

    static func letter(_ row: (tool: String, action: String?, cells: String), _ kind: CallerKind) throws -> String {
        let cells = row.cells.split(separator: " ")
        try #require(cells.count == CallerKind.allCases.count, "\(row.tool)")
        return String(cells[try #require(CallerKind.allCases.firstIndex(of: kind))])
    }

    static func code(_ letter: String) throws -> String {
        try #require(
            ["a": "ok", "u": "unauthorized", "s": "insufficient_scope", "f": "forbidden", "n": "not_found", "i": "invalid_argument"][
                letter.lowercased()])
    }

    /// Whether the caller gets as far as the tool.
    private static func reaches(_ letter: String) -> Bool { letter == "a" || letter != letter.lowercased() }

    /// The expected response to a call with an unknown argument: a caller with the tool's scope is told so, with or without a right.
    static func expected(_ row: (tool: String, action: String?, cells: String), _ kind: CallerKind) throws -> String {
        let letter = try letter(row, kind)
        let code = try code(letter)
        return reaches(letter) || code == "forbidden" ? "invalid_argument" : code
    }

    static func probe(_ action: String?) -> JSONObject {
        var arguments: JSONObject = ["no_such_argument": 1]
        if let action { arguments["action"] = .string(action) }
        return arguments
    }

    @Test("E05 E10 each tool does its work for each kind of caller that the table allows, and nothing for any other", arguments: CallerKind.allCases)
    func cells(kind: CallerKind) async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            // The tools of the facade stand for these, see ``FacadeTests``.
            let tools = fixture.definitions.filter { $0.permit.package != .facade }
            #expect(Set(tools.map(\.name)) == Set(Self.table.map(\.tool)), "the table names every tool")
            let calls = try await Self.calls(fixture)
            #expect(Set(calls.map(\.tool)) == Set(Self.table.map(\.tool)), "every tool is called")
            try await fixture.prepare(kind)
            for call in calls {
                let arguments = try await call.arguments()
                let action = arguments["action"]?.string
                let row = try #require(Self.table.first { $0.tool == call.tool && ($0.action == nil || $0.action == action) })
                let letter = try Self.letter(row, kind)
                let reads =
                    fixture.definitions.first { $0.name == call.tool }?.effect == .reads || ["list", "get", "query", "history"].contains(action)
                let before = try await fixture.fingerprint()
                let reply = try await fixture.call(call.tool, arguments, as: kind)
                #expect(reply.code == (try Self.code(letter)), "\(call.tool) \(JSONValue.object(arguments)) as \(kind): \(reply)")
                // The address of a source is unchanged, and its tables are read again.
                let isSame = reads || letter != "a" || ["data_sources_update", "data_sources_refresh", "chats_apply"].contains(call.tool)
                #expect(try await (fixture.fingerprint() == before) == isSame, "\(call.tool) as \(kind)")
                // Somebody who may does it, for the calls that come after.
                if reply.code != "ok" { try await fixture.does(call.tool, arguments, as: call.maker) }
            }
            #expect(fixture.failures.all.isEmpty)
        }
    }

    @Test("E03 the listed tools are exactly the callable ones, down to the actions of crud", arguments: CallerKind.allCases)
    func listed(kind: CallerKind) async throws {
        try await ToolFixture.with { fixture in
            guard ![.boundElsewhere, .foreigner, .foreignAdministrator].contains(kind) else {
                await #expect(throws: Refusal.self) { _ = try await fixture.principal(kind) }
                return
            }
            let principal = try await fixture.principal(kind)
            let listed = try await fixture.list(as: principal)
            // Anonymous callers may discover all tools, not only those that they may call.
            let open = kind == .anonymous ? Self.table : try Self.table.filter { Self.reaches(try Self.letter($0, kind)) }
            #expect(Set(listed.map(\.name)) == Set(open.map(\.tool)))
            #expect(listed.count == Set(listed.map(\.name)).count)
            let actions = listed.first { $0.name == "crud" }?.inputSchema["properties"]?["action"]?["enum"]?.array?.compactMap(\.string)
            #expect(Set(actions ?? []) == Set(open.compactMap(\.action)))
        }
    }

    @Test("E03 a tool of a package that was not selected is unknown, for every caller", arguments: CallerKind.allCases)
    func packages(kind: CallerKind) async throws {
        try await ToolFixture.with { fixture in
            let chosen = PackageSelection(parsing: ["@nocobase/plugin-users"])
            let others = ["members_", "workspaces_", "get_user", "get_organization"]
            let changes = ["add", "update", "delete"].flatMap { ["\($0)_user", "\($0)_organization"] }
            for row in Self.table where row.tool != "crud" {
                let isChosen = others.contains { row.tool.hasPrefix($0) } || changes.contains(row.tool)
                let reply = try await fixture.call(row.tool, Self.probe(nil), as: kind, packages: chosen)
                var expected = try Self.expected(row, kind)
                if !isChosen, !["unauthorized", "not_found"].contains(expected) { expected = "unknown_tool" }
                #expect(reply.code == expected, "\(row.tool) as \(kind): \(reply)")
            }
        }
    }

    /// The five calls on an object of each kind, in an order in which they succeed.
    static let objectCalls: [(String, JSONObject, CallerKind)] = {
        let kinds: [(one: String, many: String, owner: String, maker: CallerKind, members: JSONObject)] = [
            ("role", "roles", "acme", .organizationAdministrator, ["users": ["acme/zoe"]]),
            (
                "permission", "permissions", "acme", .organizationAdministrator,
                ["roles": ["acme/temp"], "resources": ["acme/main/orders"], "actions": ["Read"]]
            ),
            ("user", "users", "acme", .organizationAdministrator, ["title": "new"]),
            ("organization", "organizations", "admin", .operator, ["websiteUrl": "https://new.example"]),
            ("provider", "providers", "acme", .organizationAdministrator, ["clientSecret": "hush"]),
            ("application", "applications", "acme", .organizationAdministrator, ["scopes": ["read:user"]]),
        ]
        return kinds.flatMap { kind -> [(String, JSONObject, CallerKind)] in
            let name: JSONObject = ["owner": .string(kind.owner), "name": "made"]
            let whole = JSONObject(name.map { ($0.key, $0.value) } + kind.members.map { ($0.key, $0.value) })
            let id = JSONValue.string("\(kind.owner)/made")
            return [
                ("add_\(kind.one)", [kind.one: .object(whole)], kind.maker), ("get_\(kind.many)", ["owner": .string(kind.owner)], kind.maker),
                ("get_\(kind.one)", ["id": id], kind.maker), ("update_\(kind.one)", ["id": id, kind.one: ["displayName": "Made"]], kind.maker),
                ("delete_\(kind.one)", [kind.one: .object(name)], kind.maker),
            ]
        }
    }()

    /// One call with arguments that are right at its place among the others, and who may make it.
    struct Call: Sendable {
        let tool: String
        let arguments: @Sendable () async throws -> JSONObject
        let maker: CallerKind

        init(_ tool: String, _ arguments: JSONObject, _ maker: CallerKind) { self.init(tool, maker) { arguments } }

        init(_ tool: String, _ maker: CallerKind, _ arguments: @escaping @Sendable () async throws -> JSONObject) {
            self.tool = tool
            self.arguments = arguments
            self.maker = maker
        }
    }

    /// A call of every tool, in an order in which they succeed.
    static func calls(_ fixture: ToolFixture) async throws -> [Call] {
        let file = fixture.path(ofMain: fixture.people.abroad.id)
        try await fixture.addLabels()
        _ = try await fixture.token(of: fixture.people.builder)
        let token = try #require(try await fixture.domains.tokens.list(fixture.people.acme.id, ListQuery()).items.first).name
        let (domains, people) = (fixture.domains, fixture.people)
        @Sendable func lastRule() async throws -> JSONObject {
            ["id": .number(JSONNumber(try #require(try await domains.rules.list(in: people.office.id).last).id.rawValue))]
        }
        @Sendable func workflow() async throws -> JSONObject {
            ["filterByTk": .number(JSONNumber(try #require(try await domains.workflows.list(in: people.office.id).first).id.rawValue))]
        }
        @Sendable func execution() async throws -> JSONObject {
            let all = try await domains.workflows.executions.list(in: people.office.id, limit: 10)
            return ["filterByTk": .number(JSONNumber(try #require(all.first).id.rawValue))]
        }
        @Sendable func lastKey() async throws -> JSONObject {
            let all = try await domains.keys.list(people.acme.id) + domains.keys.list(people.builtIn.id)
            return ["id": .number(JSONNumber(try #require(all.map(\.id.rawValue).max())))]
        }
        let reader = try #require(try await fixture.principal(.reader).caller.user)
        let chat = try await domains.chats.start(of: .user(reader.id), in: people.office.id)
        let (admin, boss) = (CallerKind.workspaceAdministrator, CallerKind.organizationAdministrator)
        let measures: JSONValue = [["field": "id", "aggregation": "count", "alias": "n"]]
        let data: [Call] = [
            Call("crud", ["resource": "customers", "action": "list"], .clerk),
            Call("crud", ["resource": "customers", "action": "query", "measures": measures], .reader),
            Call("crud", ["resource": "customers", "action": "get", "filterByTk": 1], .reader),
            Call("crud", ["resource": "orders", "action": "create", "values": ["total": 5]], .member),
            Call("crud", ["resource": "orders", "action": "firstOrCreate", "filterKeys": ["total"], "values": ["total": 71]], .member),
            Call("crud", ["resource": "orders", "action": "updateOrCreate", "filterKeys": ["total"], "values": ["total": 72]], .member),
            Call("crud", ["resource": "orders", "action": "update", "filterByTk": 1, "values": ["total": 6]], .member),
            Call("crud", ["resource": "orders", "action": "destroy", "filterByTk": 1], admin),
            Call("collections_apply", ["name": "widgets", "fields": [["name": "word", "type": "string"]], "history": true], admin),
            Call("crud", ["resource": "widgets", "action": "history", "filterByTk": 1], admin),
            Call("fields_apply", ["collectionName": "widgets", "name": "size", "type": "integer"], admin),
            Call("fields_destroy", ["collectionName": "widgets", "filterByTk": "size", "confirm": true], admin),
            Call("collections_destroy", ["filterByTk": "widgets", "confirm": true], admin),
            Call("crud", ["resource": "orders.labels", "action": "add", "sourceId": 2, "filterByTk": 1], admin),
            Call("crud", ["resource": "orders.labels", "action": "set", "sourceId": 2, "filterByTk": [2]], admin),
            Call("crud", ["resource": "orders.labels", "action": "toggle", "sourceId": 2, "filterByTk": [1, 2]], admin),
            Call("crud", ["resource": "orders.labels", "action": "remove", "sourceId": 2, "filterByTk": 1], admin),
            Call("crud", ["resource": "orders", "action": "move", "sourceId": 2, "targetId": 3, "sortField": "total"], admin),
            Call("collections_list", [:], .clerk), Call("collections_get", ["filterByTk": "customers"], .clerk),
            Call("run_sql", ["sql": "SELECT count(*) FROM customers"], .reader),
            Call("ask_question", ["question": "How many customers are there?"], .reader), Call("mcp_start", [:], .reader),
            Call("mcp_question", ["chat_id": .number(JSONNumber(chat.rawValue)), "question": "How many customers are there?"], .reader),
            Call("chats_list", [:], .reader),
            Call("chats_apply", ["action": "rename", "chat": .number(JSONNumber(chat.rawValue)), "title": "People"], .reader),
            Call("uploads_create", ["name": "orders.csv", "size": 9], .member),
            Call("import_rows", ["collection": "orders", "text": "total\n73\n"], .member), Call("export_rows", ["collection": "customers"], .reader),
            Call("mcp_ws_list", [:], .reader),
            Call("mcp_datasource_list", [:], .reader), Call("get_model_list", [:], .reader),
            Call("assistants_apply", ["name": "clerk", "sources": ["main"], "instructions": "Be brief."], admin),
            Call("assistants_list", [:], boss),
            Call("mcp_assistant", ["assistant": "clerk", "question": "How many customers are there?"], .reader),
            Call("semantic_apply", ["content": "tables: {customers: {synonyms: [clients]}}", "version": 0], admin),
            Call("models_apply", ["name": "small", "url": "https://models.example/v1", "model": "m", "key": "k"], admin),
            Call("models_list", [:], boss),
            Call(
                "verified_queries_apply",
                ["action": "add", "pattern": "how many people", "slots": [:], "sql": "SELECT count(*) FROM customers"], admin),
            Call("verified_queries_list", [:], boss), Call("semantic_get", [:], .temp), Call("data_sources_list", [:], .temp),
            Call("data_sources_add", ["name": "files", "url": .string("sqlite://\(file)")], admin),
            Call("data_sources_update", ["name": "files", "url": .string("sqlite://\(file)")], admin),
            Call("data_sources_test", ["name": "files"], boss), Call("data_sources_refresh", ["name": "files"], admin),
            Call("data_sources_tables", ["name": "main"], .reader), Call("data_sources_describe", ["name": "main", "table": "customers"], .reader),
            Call(
                "workflows_apply",
                ["title": "Read", "type": "manual", "role": "reader", "nodes": [["type": "query", "config": ["collection": "customers"]]]], admin),
            Call("workflows_list", [:], boss), Call("workflows_get", boss, workflow), Call("workflows_execute", admin, workflow),
            Call("executions_list", [:], boss), Call("executions_get", boss, execution),
            Call("executions_act", admin) {
                var arguments = try await execution()
                arguments["action"] = "cancel"
                return arguments
            },
            Call("access_rules_set", ["role": "temp", "dataSource": "files", "resource": "orders", "actions": ["view"]], boss),
            Call("data_sources_remove", ["name": "files"], boss), Call("access_rules_resume", ["dataSource": "files"], boss),
            Call("access_rules_list", [:], boss), Call("access_rules_explain", ["resource": "customers"], .reader),
            Call("access_rules_remove", boss, lastRule),
        ]
        let accounts: [Call] = [
            Call("members_list", [:], .member), Call("members_add", ["member": "acme/max", "role": "reader"], admin),
            Call("members_remove", ["member": "acme/max", "role": "reader"], boss), Call("workspaces_add", ["name": "third"], boss),
            Call("workspaces_list", [:], boss),
            Call("workspaces_update", ["name": "third", "mcp": false], boss), Call("workspaces_stop", ["name": "third"], boss),
            Call("workspaces_start", ["name": "third"], boss),
            Call("workspaces_remove", ["name": "third"], boss), Call("whoami", [:], .narrowed),
        ]
        let credentials: [Call] = [
            Call("get_tokens", ["owner": "acme"], boss), Call("get_token", ["id": .string("acme/\(token)")], boss),
            Call("delete_token", ["token": ["owner": "acme", "name": .string(token)]], .application),
            Call("api_keys_create", ["name": "mine"], .outsider), Call("api_keys_list", [:], .outsider),
            Call("api_keys_revoke", .outsider, lastKey), Call("server_info", [:], .narrowed), Call("audit_list", [:], boss),
        ]
        return data + accounts + objectCalls.map { Call($0.0, $0.1, $0.2) } + credentials
    }

    @Test("Every alias is authorized as the tool that it names, and is not listed", arguments: CallerKind.allCases)
    func aliases(kind: CallerKind) async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            var all: [(tool: String, arguments: JSONObject)] = []
            for call in try await Self.calls(fixture) where call.tool == "crud" { all.append((call.tool, try await call.arguments())) }
            var seen = 0
            for tool in fixture.definitions {
                for (alias, preset) in tool.aliases {
                    let row = try #require(Self.table.first { $0.tool == tool.name && $0.action == preset["action"]?.string })
                    let letter = try Self.letter(row, kind)
                    if !Self.reaches(letter), let call = all.first(where: { $0.tool == tool.name && $0.arguments["action"] == preset["action"] }) {
                        var arguments = call.arguments
                        for (name, _) in preset { arguments[name] = nil }
                        #expect(try await fixture.call(alias, arguments, as: kind).code == (try Self.code(letter)), "\(alias) with its arguments")
                    }
                    #expect(try await fixture.call(alias, Self.probe(nil), as: kind).code == (try Self.expected(row, kind)), "\(alias)")
                    seen += 1
                }
            }
            #expect(seen >= 9)
            guard ![.boundElsewhere, .foreigner, .foreignAdministrator].contains(kind) else { return }
            let names = Set(try await fixture.list(as: try await fixture.principal(kind)).map(\.name))
            #expect(names.isDisjoint(with: fixture.definitions.flatMap(\.aliases.keys)))
        }
    }

    @Test("The name of an alias decides its action, whatever the arguments say")
    func aliasPreset() async throws {
        try await ToolFixture.with { fixture in
            let before = try await fixture.data()
            let reply = try await fixture.does("resource_list", ["resource": "orders", "action": "destroy"], as: .narrowed)
            #expect(reply["data"]?.count == 4)
            try await fixture.refuses(
                .insufficientScope, "resource_destroy", ["resource": "orders", "action": "list", "filterByTk": 1], as: .narrowed)
            #expect(try await fixture.data() == before)
            #expect(try await fixture.does("auth_check", [:], as: .reader)["user"]?.string == "acme/rita")
            #expect(try await fixture.does("roles_check", [:], as: .clerk)["roles"] == ["clerk"])
        }
    }
}
