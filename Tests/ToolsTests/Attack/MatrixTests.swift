import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import Store
import Testing
import Tools

@Suite("Who may call what")
struct MatrixTests {
    /// The expected decision on each tool for each kind of caller, written by hand from the contract, at the endpoint of workspace `acme`:
    /// `a` allowed, `u` unauthorized, `s` insufficient_scope, `f` forbidden, `n` not_found: the endpoint itself. Columns in the order of ``CallerKind``.
    ///
    /// anonymous, operator, organization administrator, workspace administrator, reader, member, clerk, temp, narrowed to read:record, bound to
    /// another workspace, foreigner, foreign administrator, outsider, terminal, application with all scopes, application with those of applications
    static let table: [(tool: String, action: String?, cells: String)] = [
        ("crud", "list", "u a f a a a a a a u n n f a f s"),
        ("crud", "query", "u a f a a a a a a u n n f a f s"),
        ("crud", "get", "u a f a a a a a a u n n f a f s"),
        ("crud", "create", "u a f a a a a a s u n n f a f s"),
        ("crud", "update", "u a f a a a a a s u n n f a f s"),
        ("crud", "destroy", "u a f a a a a a s u n n f a f s"),
        ("collections_list", nil, "u a f a a a a a s u n n f a f s"),
        ("collections_get", nil, "u a f a a a a a s u n n f a f s"),
        ("run_sql", nil, "u a f a a a a a s u n n f a f s"),
        ("data_sources_list", nil, "u a f a a a a a s u n n f a f s"),
        ("data_sources_add", nil, "u a a a f f f f s u n n f a f s"),
        ("data_sources_update", nil, "u a a a f f f f s u n n f a f s"),
        ("data_sources_test", nil, "u a a a f f f f s u n n f a f s"),
        ("data_sources_refresh", nil, "u a a a f f f f s u n n f a f s"),
        ("data_sources_remove", nil, "u a a a f f f f s u n n f a f s"),
        ("data_sources_tables", nil, "u a f a a a a a s u n n f a f s"),
        ("data_sources_describe", nil, "u a f a a a a a s u n n f a f s"),
        ("access_rules_set", nil, "u a a a f f f f s u n n f a f s"),
        ("access_rules_list", nil, "u a a a f f f f s u n n f a f s"),
        ("access_rules_remove", nil, "u a a a f f f f s u n n f a f s"),
        ("access_rules_resume", nil, "u a a a f f f f s u n n f a f s"),
        ("access_rules_explain", nil, "u a f a a a a a s u n n f a f s"),
        ("members_list", nil, "u a a a a a a a s u n n f a f s"),
        ("members_add", nil, "u a a a f f f f s u n n f a f s"),
        ("members_remove", nil, "u a a a f f f f s u n n f a f s"),
        ("workspaces_add", nil, "u a a s s s s s s u n n s a f s"),
        ("workspaces_list", nil, "u a a f f f f f s u n n f a f s"),
        ("workspaces_stop", nil, "u a a s s s s s s u n n s a f s"),
        ("workspaces_start", nil, "u a a s s s s s s u n n s a f s"),
        ("workspaces_remove", nil, "u a a s s s s s s u n n s a f s"),
        ("whoami", nil, "u a a a a a a a a u n n a a a a"),
        ("api_keys_create", nil, "u a a a a a a a s u n n a a a s"),
        ("api_keys_list", nil, "u a a a a a a a s u n n a a a s"),
        ("api_keys_revoke", nil, "u a a a a a a a s u n n a a a s"),
        ("get_roles", nil, "u a a f f f f f s u n n f a a s"),
        ("get_role", nil, "u a a f f f f f s u n n f a a s"),
        ("add_role", nil, "u a a f f f f f s u n n f a a s"),
        ("update_role", nil, "u a a f f f f f s u n n f a a s"),
        ("delete_role", nil, "u a a f f f f f s u n n f a a s"),
        ("get_permissions", nil, "u a a f f f f f s u n n f a a s"),
        ("get_permission", nil, "u a a f f f f f s u n n f a a s"),
        ("add_permission", nil, "u a a s s s s s s u n n s a a s"),
        ("update_permission", nil, "u a a s s s s s s u n n s a a s"),
        ("delete_permission", nil, "u a a s s s s s s u n n s a a s"),
        ("get_users", nil, "u a a f f f f f s u n n f a a s"),
        ("get_user", nil, "u a a f f f f f s u n n f a a s"),
        ("add_user", nil, "u a a s s s s s s u n n s a a s"),
        ("update_user", nil, "u a a s s s s s s u n n s a a s"),
        ("delete_user", nil, "u a a s s s s s s u n n s a a s"),
        ("get_organizations", nil, "u a a f f f f f s u n n f a a s"),
        ("get_organization", nil, "u a a f f f f f s u n n f a a s"),
        ("add_organization", nil, "u a f s s s s s s u n n s a f s"),
        ("update_organization", nil, "u a a s s s s s s u n n s a a s"),
        ("delete_organization", nil, "u a f s s s s s s u n n s a f s"),
        ("get_providers", nil, "u a a f f f f f s u n n f a a s"),
        ("get_provider", nil, "u a a f f f f f s u n n f a a s"),
        ("add_provider", nil, "u a a s s s s s s u n n s a a s"),
        ("update_provider", nil, "u a a s s s s s s u n n s a a s"),
        ("delete_provider", nil, "u a a s s s s s s u n n s a a s"),
        ("get_applications", nil, "u a a f f f f f s u n n f a a a"),
        ("get_application", nil, "u a a f f f f f s u n n f a a a"),
        ("add_application", nil, "u a a s s s s s s u n n s a a a"),
        ("update_application", nil, "u a a s s s s s s u n n s a a a"),
        ("delete_application", nil, "u a a s s s s s s u n n s a a a"),
        ("get_tokens", nil, "u a a f f f f f s u n n f a a s"),
        ("get_token", nil, "u a a f f f f f s u n n f a a s"),
        ("delete_token", nil, "u a a f f f f f s u n n f a a s"),
        ("server_info", nil, "u a a a a a a a a u n n a a a a"),
        ("audit_list", nil, "u a a f f f f f s u n n f a f s"),
    ]

    private static func expected(_ row: (tool: String, action: String?, cells: String), _ kind: CallerKind) throws -> String {
        let cells = row.cells.split(separator: " ")
        try #require(cells.count == CallerKind.allCases.count, "\(row.tool)")
        let place = try #require(CallerKind.allCases.firstIndex(of: kind))
        // The arguments of the probe are wrong: who gets as far as to be told so was let through, and nothing happens.
        return ["a": "invalid_argument", "u": "unauthorized", "s": "insufficient_scope", "f": "forbidden", "n": "not_found"][String(cells[place])]
            ?? "?"
    }

    private static func probe(_ action: String?) -> JSONObject {
        var arguments: JSONObject = ["no_such_argument": 1]
        if let action { arguments["action"] = .string(action) }
        return arguments
    }

    @Test("E05 E10 each tool answers each kind of caller as the table says, without effect", arguments: CallerKind.allCases)
    func cells(kind: CallerKind) async throws {
        try await ToolHouse.with { house in
            #expect(Set(house.definitions.map(\.name)) == Set(Self.table.map(\.tool)), "the table names every tool")
            let before = try await house.fingerprint()
            for row in Self.table {
                let reply = try await house.call(row.tool, Self.probe(row.action), as: kind)
                let expected = try Self.expected(row, kind)
                #expect(reply.code == expected, "\(row.tool) \(row.action ?? "") as \(kind): \(reply)")
            }
            #expect(try await house.fingerprint() == before)
        }
    }

    @Test("E03 what is listed is what can be called, down to the actions of crud", arguments: CallerKind.allCases)
    func listed(kind: CallerKind) async throws {
        try await ToolHouse.with { house in
            guard ![.boundElsewhere, .foreigner, .foreignAdministrator].contains(kind) else {
                await #expect(throws: Refusal.self) { _ = try await house.requester(kind) }
                return
            }
            let requester = try await house.requester(kind)
            let listed = try await house.list(as: requester)
            // Nobody's tools can be discovered: what there is, not what the anonymous may do.
            let open = kind == .anonymous ? Self.table : try Self.table.filter { try Self.expected($0, kind) == "invalid_argument" }
            #expect(Set(listed.map(\.name)) == Set(open.map(\.tool)))
            #expect(listed.count == Set(listed.map(\.name)).count)
            let actions = listed.first { $0.name == "crud" }?.inputSchema["properties"]?["action"]?["enum"]?.array?.compactMap(\.string)
            #expect(Set(actions ?? []) == Set(open.compactMap(\.action)))
        }
    }

    @Test("E03 a tool of a package that was not chosen is unknown, whoever calls", arguments: CallerKind.allCases)
    func packages(kind: CallerKind) async throws {
        try await ToolHouse.with { house in
            let chosen = PackageSelection(parsing: ["@nocobase/plugin-users"])
            let others = ["members_", "workspaces_", "get_user", "get_organization"]
            let changes = ["add", "update", "delete"].flatMap { ["\($0)_user", "\($0)_organization"] }
            for row in Self.table where row.tool != "crud" {
                let isChosen = others.contains { row.tool.hasPrefix($0) } || changes.contains(row.tool)
                let reply = try await house.call(row.tool, Self.probe(nil), as: kind, packages: chosen)
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

    @Test("Each tool answers somebody with ok")
    func allowed() async throws {
        try await ToolHouse.with(.init(hasSourceRoot: true)) { house in
            let file = house.path(ofMain: house.people.abroad.id)
            _ = try await house.token(of: house.people.builder)
            let token = try #require(try await house.domains.tokens.list(house.people.acme.id).first).name
            let calls: [(String, JSONObject, CallerKind)] =
                [
                    ("crud", ["resource": "orders", "action": "list"], .member),
                    ("crud", ["resource": "orders", "action": "get", "filterByTk": 1], .reader),
                    ("crud", ["resource": "orders", "action": "create", "values": ["total": 5]], .member),
                    ("crud", ["resource": "orders", "action": "update", "filterByTk": 1, "values": ["total": 6]], .member),
                    ("crud", ["resource": "orders", "action": "destroy", "filterByTk": 1], .workspaceAdministrator),
                    ("collections_list", [:], .clerk), ("collections_get", ["filterByTk": "customers"], .clerk),
                    ("run_sql", ["sql": "SELECT 1"], .reader), ("data_sources_list", [:], .temp),
                    ("data_sources_add", ["name": "files", "url": .string("sqlite://\(file)")], .workspaceAdministrator),
                    ("data_sources_update", ["name": "files", "url": .string("sqlite://\(file)")], .workspaceAdministrator),
                    ("data_sources_test", ["name": "files"], .organizationAdministrator),
                    ("data_sources_refresh", ["name": "files"], .workspaceAdministrator),
                    ("data_sources_tables", ["name": "files"], .reader),
                    ("data_sources_describe", ["name": "files", "table": "orders"], .reader),
                    (
                        "access_rules_set", ["role": "temp", "dataSource": "files", "resource": "orders", "actions": ["view"]],
                        .workspaceAdministrator
                    ),
                    ("data_sources_remove", ["name": "files"], .organizationAdministrator),
                    ("access_rules_resume", ["dataSource": "files"], .workspaceAdministrator),
                    ("access_rules_set", ["role": "temp", "resource": "orders", "actions": ["view"]], .workspaceAdministrator),
                    ("access_rules_list", [:], .organizationAdministrator), ("access_rules_explain", ["resource": "orders"], .temp),
                    ("access_rules_remove", ["id": 2], .workspaceAdministrator), ("members_list", [:], .member),
                    ("members_add", ["member": "acme/zoe", "role": "reader"], .workspaceAdministrator),
                    ("members_remove", ["member": "acme/zoe"], .organizationAdministrator),
                    ("workspaces_add", ["name": "third"], .organizationAdministrator), ("workspaces_list", [:], .organizationAdministrator),
                    ("workspaces_stop", ["name": "third"], .organizationAdministrator),
                    ("workspaces_start", ["name": "third"], .organizationAdministrator),
                    ("workspaces_remove", ["name": "third"], .organizationAdministrator), ("whoami", [:], .narrowed),
                ] + Self.objectCalls + [
                    ("get_tokens", ["owner": "acme"], .organizationAdministrator),
                    ("get_token", ["id": .string("acme/\(token)")], .organizationAdministrator),
                    ("delete_token", ["token": ["owner": "acme", "name": .string(token)]], .application),
                    ("api_keys_create", ["name": "mine"], .outsider), ("api_keys_list", [:], .outsider), ("api_keys_revoke", ["id": 13], .outsider),
                    ("server_info", [:], .narrowed), ("audit_list", [:], .organizationAdministrator),
                ]
            #expect(Set(calls.map(\.0)) == Set(Self.table.map(\.tool)))
            for (tool, arguments, kind) in calls { try await house.does(tool, arguments, as: kind) }
            #expect(house.failures.all.isEmpty)
        }
    }

    @Test("Every alias is authorized as the tool that it names, and is not listed", arguments: CallerKind.allCases)
    func aliases(kind: CallerKind) async throws {
        try await ToolHouse.with { house in
            var seen = 0
            for tool in house.definitions {
                for (alias, preset) in tool.aliases {
                    let row = try #require(Self.table.first { $0.tool == tool.name && $0.action == preset["action"]?.string })
                    #expect(try await house.call(alias, Self.probe(nil), as: kind).code == (try Self.expected(row, kind)), "\(alias)")
                    seen += 1
                }
            }
            #expect(seen >= 9)
            guard ![.boundElsewhere, .foreigner, .foreignAdministrator].contains(kind) else { return }
            let names = Set(try await house.list(as: try await house.requester(kind)).map(\.name))
            #expect(names.isDisjoint(with: house.definitions.flatMap(\.aliases.keys)))
        }
    }

    @Test("The name of an alias decides its action, whatever the arguments say")
    func aliasPreset() async throws {
        try await ToolHouse.with { house in
            let before = try await house.data()
            let reply = try await house.does("resource_list", ["resource": "orders", "action": "destroy"], as: .narrowed)
            #expect(reply["data"]?.count == 4)
            try await house.refuses(.insufficientScope, "resource_destroy", ["resource": "orders", "action": "list", "filterByTk": 1], as: .narrowed)
            #expect(try await house.data() == before)
            #expect(try await house.does("auth_check", [:], as: .reader)["user"]?.string == "acme/rita")
            #expect(try await house.does("roles_check", [:], as: .clerk)["roles"] == ["clerk"])
        }
    }
}
