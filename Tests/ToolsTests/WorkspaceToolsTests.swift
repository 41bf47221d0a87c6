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
        try await ToolHouse.with(.init(engine: engine, hasSourceRoot: true)) { house in
            let file = "sqlite://\(house.path(ofMain: house.people.abroad.id))"
            for place in ["annex", "acme"] {
                try await house.does("data_sources_add", ["name": "files", "url": .string(file)], as: .workspaceAdministrator, at: place)
                for source in ["main", "files"] {
                    try await house.does(
                        "access_rules_set", ["role": "temp", "dataSource": .string(source), "resource": "orders", "actions": ["view"]],
                        as: .workspaceAdministrator, at: place)
                }
            }
            #expect(try await house.does("data_sources_test", ["name": "files"], as: .workspaceAdministrator, at: "annex")["ok"]?.bool == true)
            let annex = house.people.annex.id
            func left(_ table: Statement) async throws -> Int64 {
                try await house.store.read { try $0.first("SELECT count(*) FROM \(table) WHERE workspace_id = \(annex)") { $0.int(0) ?? -1 } ?? -1 }
            }
            #expect(try await left("rules") == 2)
            try await house.does("workspaces_remove", ["name": "annex"], as: .organizationAdministrator)
            for table in ["rules", "data_sources", "memberships", "api_keys"] as [Statement] { #expect(try await left(table) == 0) }
            #expect(try await house.callers.workspace("annex") == nil)
            #expect(try await house.domains.rules.list(in: house.people.office.id).count == 3)
            #expect(try await house.domains.sources.list(in: house.people.office.id).map(\.name) == ["main", "files"])
            try await house.refuses(.notFound, "workspaces_remove", ["name": "annex"], as: .organizationAdministrator)
            let again = try await house.does("workspaces_add", ["name": "annex"], as: .organizationAdministrator)
            #expect((again["id"]?.int ?? 0) > annex.rawValue, "an id is never given twice")
        }
    }

    @Test("main cannot be removed, and keeps its rules when somebody tries")
    func main() async throws {
        try await ToolHouse.with { house in
            try await house.does("access_rules_set", ["role": "reader", "resource": "orders", "actions": ["view"]], as: .terminal, at: "main")
            for kind in [CallerKind.operator, .terminal] {
                try await house.refuses(.forbidden, "workspaces_remove", ["name": "main"], as: kind, at: "main")
            }
        }
    }

    @Test("A stopped workspace serves nobody, is started through main, and its data stay")
    func stopped() async throws {
        try await ToolHouse.with { house in
            let before = try await house.data()
            try await house.does("workspaces_stop", ["name": "acme"], as: .organizationAdministrator)
            for kind in [CallerKind.reader, .member, .workspaceAdministrator, .organizationAdministrator, .operator] {
                let reply = try await house.call("crud", ["resource": "orders", "action": "list"], as: kind)
                #expect(reply.code == "workspace_stopped", "\(kind): \(reply)")
            }
            try await house.does("workspaces_start", ["name": "acme"], as: .organizationAdministrator, at: "main")
            try await house.does("crud", ["resource": "orders", "action": "list"], as: .reader)
            #expect(try await house.data() == before)
        }
    }

    @Test("Workspaces are made in one's own organization; operators name any")
    func add() async throws {
        try await ToolHouse.with { house in
            try await house.does("workspaces_add", ["name": "one"], as: .organizationAdministrator)
            try await house.does("workspaces_add", ["name": "two", "organization": "rival"], as: .operator)
            try await house.does("workspaces_add", ["name": "three", "organization": "acme"], as: .organizationAdministrator)
            #expect(try await house.does("workspaces_list", as: .organizationAdministrator)["data"]?.count == 4)
            #expect(try await house.does("workspaces_list", ["organization": "rival"], as: .terminal)["data"]?.count == 2)
            try await house.refuses(.conflict, "workspaces_add", ["name": "two"], as: .organizationAdministrator)
            for name in ["Upper", "1st", "a_b", "a/b", "", "-a", String(repeating: "a", count: 49)] {
                try await house.refuses(.invalidArgument, "workspaces_add", ["name": .string(name)], as: .organizationAdministrator)
            }
        }
    }

    @Test("E11 nobody changes their own roles, nor the rules of their own roles")
    func oneself() async throws {
        try await ToolHouse.with { house in
            try await house.refuses(.forbidden, "members_add", ["member": "acme/ann", "role": "reader"], as: .workspaceAdministrator)
            try await house.refuses(.forbidden, "members_remove", ["member": "acme/ann"], as: .workspaceAdministrator)
            try await house.refuses(.forbidden, "members_add", ["member": "acme/boss", "role": "admin"], as: .organizationAdministrator)
            let rule: JSONObject = ["role": "admin", "resource": "secrets", "actions": ["view"], "effect": "deny"]
            try await house.refuses(.forbidden, "access_rules_set", rule, as: .workspaceAdministrator)
            let made = try await house.does("access_rules_set", rule, as: .terminal)
            try await house.refuses(.forbidden, "access_rules_remove", ["id": try #require(made["id"])], as: .workspaceAdministrator)
            try await house.refuses(
                .notFound, "members_add", ["member": "acme/zoe", "kind": "application", "role": "reader"], as: .workspaceAdministrator)
            try await house.refuses(.conflict, "members_add", ["member": "acme/rita", "role": "reader"], as: .workspaceAdministrator)
            try await house.refuses(.notFound, "members_remove", ["member": "acme/rita", "role": "clerk"], as: .workspaceAdministrator)
        }
    }

    @Test("Rules name what exists, and say what may be named")
    func rules() async throws {
        try await ToolHouse.with { house in
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
                let reply = try await house.refuses(code, "access_rules_set", arguments, as: .workspaceAdministrator)
                #expect(reply.reason.contains(word), "\(reply)")
            }
        }
    }
}
