import Access
import Identity
import JSON
import MCP
import Store
import Testing
import Tools

@Suite("What roles let their holders manage")
struct SnippetTests {
    @Test(
        "Snippets are names and patterns, and what one denies stays closed",
        arguments: [
            (["pm.workflow.workflows"], [.workflows]), (["pm.workflow.*"], [.workflows]), (["pm.data-source-manager"], [.sources]),
            (["pm.data-source-manager.*"], [.sources, .collections]), (["pm.data-source-manager.data-source-main"], [.collections]),
            (["pm.*"], Set(ManagedSubject.allCases)), (["pm.*", "!pm.workflow.*"], [.sources, .collections]),
            (["!pm.*", "pm.workflow.workflows"], []),
            (["pm"], []), (["ui.*", "pm.acl.roles", "pm.users", "pm.work", "pm.workflow.work*", "*"], []), ([], []),
        ] as [([String], Set<ManagedSubject>)])
    func patterns(snippets: [String], opened: Set<ManagedSubject>) { #expect(ManagedSubject.opened(by: snippets) == opened) }

    private static func listed(_ house: ToolHouse, as kind: CallerKind) async throws -> Set<String> {
        Set(house.dispatcher.toolbox.list(for: try await house.requester(kind, packages: .all)).tools.map(\.name))
    }

    @Test("E32 A role opens the tools that its snippets name, and no others, to those who act as it")
    func opened() async throws {
        try await ToolHouse.with { house in
            let before = try await Self.listed(house, as: .clerk)
            try await house.refuses(.forbidden, "workflows_list", as: .clerk)
            let role: JSONObject = ["id": "acme/clerk", "role": ["snippets": ["pm.workflow.workflows", "ui.*"]]]
            try await house.does("update_role", role, as: .organizationAdministrator)
            #expect(
                try await Self.listed(house, as: .clerk).subtracting(before) == [
                    "workflows_list", "workflows_get", "workflows_apply", "workflows_execute",
                ])
            #expect(try await Self.listed(house, as: .temp).isDisjoint(with: ["workflows_list"]))
            let end: JSONValue = ["type": "end", "config": [:]]
            let made = try await house.does("workflows_apply", ["title": "Mine", "type": "manual", "nodes": [end]], as: .clerk)
            #expect(made["data"]?["role"] == "clerk")
            // Nobody gains by a workflow: it runs as a role of who makes it.
            try await house.refuses(
                .forbidden, "workflows_apply", ["title": "More", "type": "manual", "role": "admin", "nodes": [end]], as: .clerk)
            let theirs = try await house.does("workflows_apply", ["title": "Theirs", "type": "manual", "nodes": [end]], as: .workspaceAdministrator)
            let id = try #require(theirs["data"]?["id"])
            try await house.refuses(.forbidden, "workflows_execute", ["filterByTk": id], as: .clerk)
            try await house.refuses(.forbidden, "workflows_apply", ["filterByTk": id, "title": "Theirs", "remove": true], as: .clerk)
            try await house.refuses(.forbidden, "access_rules_list", as: .clerk)
            let none: JSONObject = ["id": "acme/clerk", "role": ["snippets": []]]
            try await house.does("update_role", none, as: .organizationAdministrator)
            #expect(try await Self.listed(house, as: .clerk) == before)
            try await house.refuses(.forbidden, "workflows_list", as: .clerk)
        }
    }

    @Test("E32 Snippets are given by administrators of the organization alone, and not to a role of their own")
    func given() async throws {
        try await ToolHouse.with { house in
            let change: JSONObject = ["id": "acme/clerk", "role": ["snippets": ["pm.*"]]]
            for kind in [CallerKind.workspaceAdministrator, .clerk] {
                let reply = await house.call("update_role", change, as: try await house.requester(kind))
                #expect(reply.code != "ok", "\(reply)")
            }
            try await house.refuses(.notFound, "update_role", change, as: .foreignAdministrator, at: "rival")
            try await house.refuses(
                .invalidArgument, "update_role", ["id": "acme/clerk", "role": ["snippets": ["pm users"]]], as: .organizationAdministrator)
            #expect(try await house.does("get_role", ["id": "acme/clerk"], as: .organizationAdministrator)["snippets"] == [])
            try await house.does("members_add", ["member": "acme/boss", "kind": "user", "role": "clerk"], as: .workspaceAdministrator)
            try await house.refuses(.forbidden, "update_role", change, as: .organizationAdministrator)
            #expect(try await house.does("get_role", ["id": "acme/clerk"], as: .organizationAdministrator)["snippets"] == [])
        }
    }
}
