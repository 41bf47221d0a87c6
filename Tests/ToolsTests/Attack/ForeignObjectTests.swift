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

@Suite("Objects of other organizations and workspaces")
struct ForeignObjectTests {
    /// One call twice: on a foreign object and on an unknown one, with the words that differ between the two.
    struct Pair: Sendable, CustomTestStringConvertible {
        let tool: String
        let kind: CallerKind
        let foreign: (arguments: JSONObject, word: String)
        let missing: (arguments: JSONObject, word: String)
        var testDescription: String { "\(tool) as \(kind) on \(foreign.word)" }

        init(_ tool: String, _ kind: CallerKind, _ foreign: String, _ missing: String, _ arguments: @Sendable (String) -> JSONObject) {
            self.tool = tool
            self.kind = kind
            self.foreign = (arguments(foreign), foreign)
            self.missing = (arguments(missing), missing)
        }
    }

    /// Each tool of each kind of object, on one of another organization.
    static let objects: [Pair] = {
        let boss = CallerKind.organizationAdministrator
        var pairs: [Pair] = []
        for (kind, name) in [
            ("user", "rob"), ("role", "abroad-role"), ("permission", "theirs"), ("provider", "theirs-dw"), ("application", "theirs-app"),
        ] {
            let object: @Sendable (String) -> JSONValue = { ["owner": .string($0), "name": .string(name)] }
            pairs += [
                Pair("get_\(kind)s", boss, "rival", "no-such") { ["owner": .string($0)] },
                Pair("add_\(kind)", boss, "rival", "no-such") { [kind: object($0)] },
                Pair("update_\(kind)", boss, "rival", "no-such") { ["id": .string("\($0)/\(name)"), kind: ["displayName": "x"]] },
                Pair("delete_\(kind)", boss, "rival", "no-such") { [kind: object($0)] },
            ]
        }
        return pairs + [
            Pair("update_organization", boss, "rival", "no-such") { ["id": .string("admin/\($0)"), "organization": ["displayName": "x"]] },
            Pair("update_application", boss, "theirs-app", "absent") { ["id": .string("admin/\($0)"), "application": ["displayName": "x"]] },
            Pair("delete_application", .application, "theirs-app", "absent") { ["application": ["owner": "rival", "name": .string($0)]] },
            Pair("delete_token", boss, "rival", "no-such") { ["token": ["owner": .string($0), "name": "0123"]] },
            Pair("get_tokens", .application, "rival", "no-such") { ["owner": .string($0)] },
            Pair("update_provider", boss, "theirs-dw", "absent") { ["id": .string("admin/\($0)"), "provider": ["displayName": "x"]] },
            Pair("delete_provider", boss, "server-dw", "absent") { ["provider": ["owner": "admin", "name": .string($0)]] },
            Pair("update_role", boss, "rival/rob", "rival/nobody") { ["id": "acme/temp", "role": ["users": [.string($0)]]] },
            Pair("update_role", boss, "rival/abroad-role", "rival/absent") { ["id": "acme/temp", "role": ["roles": [.string($0)]]] },
            Pair("add_permission", boss, "rival", "no-such") {
                ["permission": ["name": "p", "roles": ["acme/temp"], "resources": [.string("\($0)/main/orders")], "actions": ["Read"]]]
            },
            Pair("add_permission", boss, "rival/rob", "rival/nobody") {
                ["permission": ["name": "p", "users": [.string($0)], "resources": ["acme/main/orders"], "actions": ["Read"]]]
            },
            Pair("data_sources_add", boss, "theirs-dw", "absent") {
                ["name": "dw", "url": "postgres://h/d", "provider": .string($0)]
            },
        ]
    }()

    static let named: [Pair] =
        [CallerKind.organizationAdministrator, .workspaceAdministrator].flatMap { kind in
            [
                Pair("data_sources_test", kind, "theirs", "absent") { ["name": .string($0)] },
                Pair("data_sources_refresh", kind, "theirs", "absent") { ["name": .string($0)] },
                Pair("data_sources_remove", kind, "theirs", "absent") { ["name": .string($0)] },
                Pair("access_rules_set", kind, "abroad-role", "absent-role") { ["role": .string($0), "resource": "orders", "actions": ["view"]] },
                Pair("access_rules_set", kind, "theirs", "absent") {
                    ["role": "temp", "dataSource": .string($0), "resource": "orders", "actions": ["view"]]
                },
                Pair("members_add", kind, "rival/rob", "rival/nobody") { ["member": .string($0), "role": "reader"] },
                Pair("members_add", kind, "rival/rob", "no-such/nobody") { ["member": .string($0), "role": "reader"] },
                Pair("members_add", kind, "abroad-role", "absent-role") { ["member": "acme/zoe", "role": .string($0)] },
                Pair("members_remove", kind, "rival/rob", "no-such/nobody") { ["member": .string($0)] },
                Pair("api_keys_create", kind, "rival", "no-such") { ["name": "k", "workspace": .string($0)] },
                Pair("api_keys_create", kind, "rival", "no-such") { ["name": "k", "user": .string($0 + "/rob")] },
                Pair("api_keys_list", kind, "rival", "no-such") { ["organization": .string($0)] },
                Pair("api_keys_revoke", kind, "rival", "no-such") { ["id": 10, "organization": .string($0)] },
            ]
        } + Self.objects + [
            Pair("data_sources_tables", .reader, "theirs", "absent") { ["name": .string($0)] },
            Pair("data_sources_describe", .reader, "theirs", "absent") { ["name": .string($0), "table": "orders"] },
            Pair("collections_list", .reader, "theirs", "absent") { ["dataSource": .string($0)] },
            Pair("collections_get", .reader, "theirs", "absent") { ["dataSource": .string($0), "filterByTk": "orders"] },
            Pair("collections_apply", .workspaceAdministrator, "theirs", "absent") {
                ["dataSource": .string($0), "name": "fresh", "fields": []]
            },
            Pair("fields_apply", .workspaceAdministrator, "theirs", "absent") {
                ["dataSource": .string($0), "collectionName": "orders", "name": "more", "type": "string"]
            },
            Pair("collections_destroy", .workspaceAdministrator, "theirs", "absent") {
                ["dataSource": .string($0), "filterByTk": "orders", "confirm": true]
            },
            Pair("fields_destroy", .workspaceAdministrator, "theirs", "absent") {
                ["dataSource": .string($0), "collectionName": "orders", "filterByTk": "note", "confirm": true]
            },
            Pair("access_rules_explain", .reader, "theirs", "absent") { ["dataSource": .string($0), "resource": "orders"] },
            Pair("run_sql", .reader, "theirs", "absent") { ["dataSource": .string($0), "sql": "SELECT 1"] },
            Pair("semantic_get", .reader, "theirs", "absent") { ["dataSource": .string($0)] },
            Pair("semantic_apply", .workspaceAdministrator, "theirs", "absent") { ["dataSource": .string($0), "content": ""] },
            Pair("verified_queries_list", .workspaceAdministrator, "theirs", "absent") { ["dataSource": .string($0)] },
            Pair("verified_queries_apply", .workspaceAdministrator, "theirs", "absent") {
                ["action": "add", "dataSource": .string($0), "pattern": "p", "sql": "SELECT 1"]
            },
            Pair("assistants_apply", .workspaceAdministrator, "theirs", "absent") { ["name": "fresh", "sources": [.string($0)]] },
            Pair("assistants_apply", .workspaceAdministrator, "their-clerk", "absent-clerk") { ["name": .string($0), "action": "remove"] },
            Pair("mcp_assistant", .reader, "their-clerk", "absent-clerk") {
                ["assistant": .string($0), "question": "How many orders are there?"]
            },
            Pair("ask_question", .reader, "theirs", "absent") { ["dataSource": .string($0), "question": "How many orders are there?"] },
            Pair("crud", .reader, "theirs", "absent") { ["dataSource": .string($0), "resource": "orders", "action": "list"] },
            Pair("crud", .member, "theirs", "absent") {
                ["dataSource": .string($0), "resource": "orders", "action": "create", "values": ["total": 1]]
            },
            Pair("import_rows", .member, "theirs", "absent") { ["dataSource": .string($0), "collection": "orders", "text": "total\n1"] },
            Pair("export_rows", .reader, "theirs", "absent") { ["dataSource": .string($0), "collection": "orders"] },
            Pair("workspaces_list", .organizationAdministrator, "rival", "no-such") { ["organization": .string($0)] },
            Pair("workspaces_add", .organizationAdministrator, "rival", "no-such") { ["name": "w", "organization": .string($0)] },
            Pair("workspaces_update", .organizationAdministrator, "rival", "no-such") { ["name": .string($0), "mcp": false] },
            Pair("workspaces_stop", .organizationAdministrator, "rival", "no-such") { ["name": .string($0)] },
            Pair("workspaces_start", .organizationAdministrator, "rival", "no-such") { ["name": .string($0)] },
            Pair("workspaces_remove", .organizationAdministrator, "rival", "no-such") { ["name": .string($0)] },
            Pair("workspaces_stop", .organizationAdministrator, "main", "no-such") { ["name": .string($0)] },
            Pair("workspaces_remove", .organizationAdministrator, "main", "no-such") { ["name": .string($0)] },
            Pair("api_keys_create", .reader, "rival", "no-such") { ["name": "k", "workspace": .string($0)] },
            Pair("api_keys_create", .reader, "rival", "no-such") { ["name": "k", "user": .string($0 + "/rob")] },
        ]

    /// Creates the objects of `rival`: a data source, a role, a rule, a permission, a provider; and a provider of the server.
    static func furnish(_ fixture: ToolFixture) async throws {
        try await fixture.does(
            "data_sources_add", ["name": "theirs", "url": .string("sqlite://\(fixture.path(ofMain: fixture.people.abroad.id))")], as: .terminal,
            at: "rival")
        try await fixture.does("assistants_apply", ["name": "their-clerk", "sources": ["theirs"]], as: .terminal, at: "rival")
        _ = try await fixture.domains.roles.add(fixture.people.rival.id, "abroad-role")
        try await fixture.does("access_rules_set", ["role": "abroad-role", "resource": "orders", "actions": ["view"]], as: .terminal, at: "rival")
        try await fixture.does("add_permission", ["permission": ["owner": "rival", "name": "theirs", "users": ["rival/rob"]]], as: .terminal)
        try await fixture.does("add_application", ["application": ["owner": "rival", "name": "theirs-app"]], as: .terminal)
        for (owner, name) in [("rival", "theirs-dw"), ("admin", "server-dw")] {
            let provider: JSONValue = ["owner": .string(owner), "name": .string(name), "type": "PostgreSQL", "host": "h", "clientSecret": "hush"]
            try await fixture.does("add_provider", ["provider": provider], as: .terminal)
        }
    }

    @Test("E05 C43 a foreign object cannot be distinguished from an unknown one, and is not changed")
    func pairs() async throws {
        try await ToolFixture.with { fixture in
            try await Self.furnish(fixture)
            let before = try await fixture.fingerprint()
            for pair in Self.named {
                let foreign = try await fixture.call(pair.tool, pair.foreign.arguments, as: pair.kind)
                let missing = try await fixture.call(pair.tool, pair.missing.arguments, as: pair.kind)
                #expect(foreign.code == "not_found", "\(pair.testDescription): \(foreign)")
                let expected = missing.reason.replacing(pair.missing.word, with: pair.foreign.word)
                #expect(missing.code == foreign.code && expected == foreign.reason, "\(pair.testDescription): \(foreign) | \(missing)")
            }
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("E05 ids of other organizations' keys and rules get the response for unknown ids, for every kind of caller")
    func ids() async throws {
        try await ToolFixture.with { fixture in
            try await Self.furnish(fixture)
            let rob = try #require(fixture.people.keys[.foreigner]).id.rawValue
            let boss = try #require(fixture.people.keys[.organizationAdministrator]).id.rawValue
            let rule = try #require(try await fixture.domains.rules.list(in: fixture.people.abroad.id).first).id.rawValue
            let before = try await fixture.fingerprint()
            let kinds: [CallerKind] = [.organizationAdministrator, .workspaceAdministrator, .reader, .member, .clerk, .temp, .outsider]
            for kind in kinds {
                for foreign in kind == .organizationAdministrator ? [rob] : [rob, boss] {
                    let answer = try await fixture.call("api_keys_revoke", ["id": .number(JSONNumber(foreign))], as: kind)
                    let missing = try await fixture.call("api_keys_revoke", ["id": 99_999], as: kind)
                    #expect(answer.code == "not_found" && missing.code == "not_found", "\(kind): \(answer)")
                    #expect(missing.reason.replacing("99999", with: "\(foreign)") == answer.reason)
                }
            }
            for kind in [CallerKind.organizationAdministrator, .workspaceAdministrator] {
                let answer = try await fixture.call("access_rules_remove", ["id": .number(JSONNumber(rule))], as: kind)
                let missing = try await fixture.call("access_rules_remove", ["id": 99_999], as: kind)
                #expect(answer.code == "not_found" && missing.reason.replacing("99999", with: "\(rule)") == answer.reason)
            }
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("E05 lists contain nothing of other organizations")
    func lists() async throws {
        try await ToolFixture.with { fixture in
            try await Self.furnish(fixture)
            let lists: [(String, CallerKind)] = [
                ("members_list", .member), ("api_keys_list", .organizationAdministrator), ("api_keys_list", .reader),
                ("workspaces_list", .organizationAdministrator), ("access_rules_list", .workspaceAdministrator), ("data_sources_list", .reader),
            ]
            for (tool, kind) in lists {
                let text = try await fixture.does(tool, as: kind).description
                for word in ["rival", "theirs", "abroad", "built-in"] { #expect(!text.contains(word), "\(tool) as \(kind): \(word)") }
            }
            for (tool, arguments) in [
                ("get_users", ["owner": ""]), ("get_roles", ["owner": ""]), ("get_permissions", ["owner": ""]), ("get_providers", ["owner": ""]),
                ("get_providers", ["owner": "admin"]), ("get_applications", ["owner": "admin"]), ("get_tokens", ["owner": ""]),
                ("get_organizations", ["owner": "admin"]),
            ] as [(String, JSONObject)] {
                let text = try await fixture.does(tool, arguments, as: .organizationAdministrator).description
                for word in ["rival", "theirs", "abroad", "server-dw", "rival/rob"] { #expect(!text.contains(word), "\(tool): \(word)") }
            }
            for (tool, id) in [
                ("user", "rival/rob"), ("role", "rival/abroad-role"), ("permission", "rival/theirs"), ("provider", "rival/theirs-dw"),
                ("provider", "admin/server-dw"), ("application", "admin/theirs-app"), ("application", "rival/theirs-app"),
                ("organization", "admin/rival"),
            ] {
                let foreign = try await fixture.refuses(.notFound, "get_\(tool)", ["id": .string(id)], as: .organizationAdministrator)
                let unknown = try await fixture.refuses(.notFound, "get_\(tool)", ["id": "acme/nobody-at-all"], as: .organizationAdministrator)
                #expect(foreign.reason == unknown.reason, "\(id)")
            }
            #expect(try await fixture.does("api_keys_list", as: .reader)["data"]?.array?.compactMap { $0["user"]?.string } == ["acme/rita"])
            let calls = try await fixture.does("audit_list", ["limit": 1000], as: .organizationAdministrator)
            #expect((calls["data"]?.count ?? 0) > 0 && calls["data"]?.array?.allSatisfy { $0["organization"]?.string == "acme" } == true)
            let users = try await fixture.does("crud", ["resource": "users", "action": "list"], as: .reader)
            #expect(users["data"]?.array?.compactMap { $0["name"]?.string }.sorted() == ["ann", "clara", "max", "mia", "rita", "tom"])
        }
    }

    @Test(
        "E05 another organization's endpoint cannot be distinguished from an unknown one; the main one exists but gives no access",
        arguments: [CallerKind.foreigner, .foreignAdministrator])
    func otherEndpoint(kind: CallerKind) async throws {
        try await ToolFixture.with { fixture in
            let before = try await fixture.fingerprint()
            let rule = try #require(try await fixture.domains.rules.list(in: fixture.people.office.id).first).id.rawValue
            for endpoint in ["acme", "annex", "main"] {
                for (tool, arguments) in [
                    ("crud", ["resource": "orders", "action": "list"]), ("run_sql", ["sql": "SELECT 1"]), ("collections_list", [:]),
                    ("members_list", [:]), ("access_rules_remove", ["id": .number(JSONNumber(rule))]), ("members_remove", ["member": "acme/ann"]),
                    ("access_rules_set", ["role": "reader", "resource": "orders", "actions": ["view"]]),
                    ("data_sources_add", ["name": "x", "url": "postgres://u@h/d"]),
                ] as [(String, JSONObject)] {
                    let reply = try await fixture.call(tool, arguments, as: kind, at: endpoint)
                    #expect(reply.code == (endpoint == "main" ? "forbidden" : "not_found"), "\(tool) at \(endpoint): \(reply)")
                }
                for tool in ["workspaces_stop", "workspaces_remove"] {
                    let reply = try await fixture.call(tool, ["name": .string(endpoint)], as: kind, at: "main")
                    #expect(reply.code == (kind == .foreigner ? "insufficient_scope" : "not_found"), "\(tool) of \(endpoint): \(reply)")
                }
            }
            let own = try await fixture.call("access_rules_remove", ["id": .number(JSONNumber(rule))], as: kind, at: "rival")
            #expect(own.code == "not_found")
            #expect(try await fixture.fingerprint() == before)
        }
    }
}
