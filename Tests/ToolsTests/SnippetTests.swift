import Access
import Identity
import JSON
import MCP
import Store
import Testing
import Tools

@Suite("Tools that snippets of roles permit")
struct SnippetTests {
    @Test(
        "Snippets are names and patterns, and a denied name stays closed",
        arguments: [
            (["pm.workflow.workflows"], [.workflows]), (["pm.workflow.*"], [.workflows]), (["pm.data-source-manager"], [.sources]),
            (["pm.data-source-manager.*"], [.sources, .collections]), (["pm.data-source-manager.data-source-main"], [.collections]),
            (["pm.*"], Set(ManagedSubject.allCases)), (["pm.*", "!pm.workflow.*"], [.sources, .collections]),
            (["!pm.*", "pm.workflow.workflows"], []),
            (["pm.*", "!*"], []), (["pm.*", "!pm*"], []), (["pm.*", "!PM.Workflow.*"], [.sources, .collections]),
            (["pm.*", "!*.workflows"], [.sources, .collections]), (["pm.*", "!pm.data-source-manager*"], [.workflows]),
            (["pm.*", "!pm.*.data-source-*"], [.workflows, .sources]), (["pm.*", "!pm"], Set(ManagedSubject.allCases)),
            (["pm.*", "!pm.data-source-manager"], [.workflows, .collections]),
            (["pm.*", "!*x*", "!workflow*", "!pm.workflow.workflows.workflows"], Set(ManagedSubject.allCases)),
            (["pm"], []), (["ui.*", "pm.acl.roles", "pm.users", "pm.work", "pm.workflow.work*", "*"], []), ([], []),
        ] as [([String], Set<ManagedSubject>)])
    func patterns(snippets: [String], opened: Set<ManagedSubject>) { #expect(ManagedSubject.opened(by: snippets) == opened) }

    private static func listed(_ fixture: ToolFixture, as kind: CallerKind) async throws -> Set<String> {
        Set(fixture.dispatcher.toolbox.list(for: try await fixture.principal(kind, packages: .all)).tools.map(\.name))
    }

    @Test("E32 A role permits the tools of its snippets, and no others, to callers that use the role")
    func opened() async throws {
        try await ToolFixture.with { fixture in
            let before = try await Self.listed(fixture, as: .clerk)
            try await fixture.refuses(.forbidden, "workflows_list", as: .clerk)
            let role: JSONObject = ["id": "acme/clerk", "role": ["snippets": ["pm.workflow.workflows", "ui.*"]]]
            try await fixture.does("update_role", role, as: .organizationAdministrator)
            #expect(
                try await Self.listed(fixture, as: .clerk).subtracting(before) == [
                    "workflows_list", "workflows_get", "workflows_apply", "workflows_execute",
                ])
            #expect(try await Self.listed(fixture, as: .temp).isDisjoint(with: ["workflows_list"]))
            let end: JSONValue = ["type": "end", "config": [:]]
            let made = try await fixture.does("workflows_apply", ["title": "Mine", "type": "manual", "nodes": [end]], as: .clerk)
            #expect(made["data"]?["role"] == "clerk")
            // A workflow gives no additional rights: it runs as a role of its author.
            try await fixture.refuses(
                .forbidden, "workflows_apply", ["title": "More", "type": "manual", "role": "admin", "nodes": [end]], as: .clerk)
            let theirs = try await fixture.does(
                "workflows_apply", ["title": "Theirs", "type": "manual", "nodes": [end]], as: .workspaceAdministrator)
            let id = try #require(theirs["data"]?["id"])
            try await fixture.refuses(.forbidden, "workflows_execute", ["filterByTk": id], as: .clerk)
            try await fixture.refuses(.forbidden, "workflows_apply", ["filterByTk": id, "title": "Theirs", "remove": true], as: .clerk)
            try await fixture.refuses(.forbidden, "access_rules_list", as: .clerk)
            let none: JSONObject = ["id": "acme/clerk", "role": ["snippets": []]]
            try await fixture.does("update_role", none, as: .organizationAdministrator)
            #expect(try await Self.listed(fixture, as: .clerk) == before)
            try await fixture.refuses(.forbidden, "workflows_list", as: .clerk)
        }
    }

    @Test("E32 Snippets are given by administrators of the organization alone, and not to a role of their own")
    func given() async throws {
        try await ToolFixture.with { fixture in
            let change: JSONObject = ["id": "acme/clerk", "role": ["snippets": ["pm.*"]]]
            for kind in [CallerKind.workspaceAdministrator, .clerk] {
                let reply = await fixture.call("update_role", change, as: try await fixture.principal(kind))
                #expect(reply.code != "ok", "\(reply)")
            }
            try await fixture.refuses(.notFound, "update_role", change, as: .foreignAdministrator, at: "rival")
            try await fixture.refuses(
                .invalidArgument, "update_role", ["id": "acme/clerk", "role": ["snippets": ["pm users"]]], as: .organizationAdministrator)
            #expect(try await fixture.does("get_role", ["id": "acme/clerk"], as: .organizationAdministrator)["snippets"] == [])
            try await fixture.does("members_add", ["member": "acme/boss", "kind": "user", "role": "clerk"], as: .workspaceAdministrator)
            try await fixture.refuses(.forbidden, "update_role", change, as: .organizationAdministrator)
            #expect(try await fixture.does("get_role", ["id": "acme/clerk"], as: .organizationAdministrator)["snippets"] == [])
        }
    }
}
