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

@Suite("workspaces_* and members_*")
struct WorkspaceToolsTests {
    @Test("A removed workspace takes its members, keys, rules and data sources with it, and no other's", arguments: StoreEngine.allCases)
    func removal(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine, hasSourceRoot: true)) { fixture in
            let file = "sqlite://\(fixture.path(ofMain: fixture.people.abroad.id))"
            for place in ["annex", "acme"] {
                try await fixture.does("data_sources_add", ["name": "files", "url": .string(file)], as: .workspaceAdministrator, at: place)
                for source in ["main", "files"] {
                    try await fixture.does(
                        "access_rules_set", ["role": "temp", "dataSource": .string(source), "resource": "orders", "actions": ["view"]],
                        as: .workspaceAdministrator, at: place)
                }
            }
            #expect(try await fixture.does("data_sources_test", ["name": "files"], as: .workspaceAdministrator, at: "annex")["ok"]?.bool == true)
            let annex = fixture.people.annex.id
            func left(_ table: Statement) async throws -> Int64 {
                try await fixture.store.read { try $0.first("SELECT count(*) FROM \(table) WHERE workspace_id = \(annex)") { $0.int(0) ?? -1 } ?? -1 }
            }
            #expect(try await left("rules") == 2)
            try await fixture.does("workspaces_remove", ["name": "annex"], as: .organizationAdministrator)
            for table in ["rules", "data_sources", "memberships", "api_keys"] as [Statement] { #expect(try await left(table) == 0) }
            #expect(try await fixture.callers.workspace("annex") == nil)
            #expect(try await fixture.domains.rules.list(in: fixture.people.office.id).count == 3)
            #expect(try await fixture.domains.sources.list(in: fixture.people.office.id).map(\.name) == ["main", "files"])
            try await fixture.refuses(.notFound, "workspaces_remove", ["name": "annex"], as: .organizationAdministrator)
            let again = try await fixture.does("workspaces_add", ["name": "annex"], as: .organizationAdministrator)
            #expect((again["id"]?.int ?? 0) > annex.rawValue, "an id is never given twice")
        }
    }

    @Test("main cannot be removed, and keeps its rules when somebody tries")
    func main() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("access_rules_set", ["role": "reader", "resource": "orders", "actions": ["view"]], as: .terminal, at: "main")
            for kind in [CallerKind.operator, .terminal] {
                try await fixture.refuses(.forbidden, "workspaces_remove", ["name": "main"], as: kind, at: "main")
            }
        }
    }

    @Test("A stopped workspace serves no calls, is started through main, and keeps its data")
    func stopped() async throws {
        try await ToolFixture.with { fixture in
            let before = try await fixture.data()
            try await fixture.does("workspaces_stop", ["name": "acme"], as: .organizationAdministrator)
            for kind in [CallerKind.reader, .member, .workspaceAdministrator, .organizationAdministrator, .operator] {
                let reply = try await fixture.call("crud", ["resource": "orders", "action": "list"], as: kind)
                #expect(reply.code == "workspace_stopped", "\(kind): \(reply)")
            }
            try await fixture.does("workspaces_start", ["name": "acme"], as: .organizationAdministrator, at: "main")
            try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)
            #expect(try await fixture.data() == before)
        }
    }

    @Test("Workspaces are made in one's own organization; operators name any")
    func add() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("workspaces_add", ["name": "one"], as: .organizationAdministrator)
            try await fixture.does("workspaces_add", ["name": "two", "organization": "rival"], as: .operator)
            try await fixture.does("workspaces_add", ["name": "three", "organization": "acme"], as: .organizationAdministrator)
            #expect(try await fixture.does("workspaces_list", as: .organizationAdministrator)["data"]?.count == 4)
            #expect(try await fixture.does("workspaces_list", ["organization": "rival"], as: .terminal)["data"]?.count == 2)
            try await fixture.refuses(.conflict, "workspaces_add", ["name": "two"], as: .organizationAdministrator)
            for name in ["Upper", "1st", "a_b", "a/b", "", "-a", String(repeating: "a", count: 49)] {
                try await fixture.refuses(.invalidArgument, "workspaces_add", ["name": .string(name)], as: .organizationAdministrator)
            }
        }
    }

    @Test("E11 nobody can change their own roles, nor the rules of their own roles")
    func oneself() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.refuses(.forbidden, "members_add", ["member": "acme/ann", "role": "reader"], as: .workspaceAdministrator)
            try await fixture.refuses(.forbidden, "members_remove", ["member": "acme/ann"], as: .workspaceAdministrator)
            try await fixture.refuses(.forbidden, "members_add", ["member": "acme/boss", "role": "admin"], as: .organizationAdministrator)
            let rule: JSONObject = ["role": "admin", "resource": "secrets", "actions": ["view"], "effect": "deny"]
            try await fixture.refuses(.forbidden, "access_rules_set", rule, as: .workspaceAdministrator)
            let made = try await fixture.does("access_rules_set", rule, as: .terminal)
            try await fixture.refuses(.forbidden, "access_rules_remove", ["id": try #require(made["id"])], as: .workspaceAdministrator)
            try await fixture.refuses(
                .notFound, "members_add", ["member": "acme/zoe", "kind": "application", "role": "reader"], as: .workspaceAdministrator)
            try await fixture.refuses(.conflict, "members_add", ["member": "acme/rita", "role": "reader"], as: .workspaceAdministrator)
            try await fixture.refuses(.notFound, "members_remove", ["member": "acme/rita", "role": "clerk"], as: .workspaceAdministrator)
        }
    }

    @Test("Rules must name existing things; a refusal lists the possible names")
    func rules() async throws {
        try await ToolFixture.with { fixture in
            let tries: [(Refusal.Code, JSONObject, String)] = [
                (.notFound, ["resource": "nothing"], "nothing"), (.invalidArgument, ["columns": ["nope"]], "columns"),
                (.invalidArgument, ["filter": ["nope": 1]], "nope"), (.invalidArgument, ["filter": ["id": "{{$user.password}}"]], "user.password"),
                (.invalidArgument, ["actions": ["fly"]], "actions"), (.invalidArgument, ["actions": []], "actions"),
                (.invalidArgument, ["effect": "maybe"], "effect"), (.invalidArgument, ["expires": "later"], "expires"),
                (.invalidArgument, ["resource": "users", "actions": ["update"]], "actions"),
                (.invalidArgument, ["effect": "deny", "mask": ["total"]], "mask"),
            ]
            for (code, members, word) in tries {
                var arguments: JSONObject = ["role": "temp", "resource": "orders", "actions": ["view"]]
                for (name, value) in members { arguments[name] = value }
                let reply = try await fixture.refuses(code, "access_rules_set", arguments, as: .workspaceAdministrator)
                #expect(reply.reason.contains(word), "\(reply)")
            }
        }
    }
}
