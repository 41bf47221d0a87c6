import Access
import GatehouseTesting
import JSON
import Testing
import Tools
import Workflows

@Suite("A role that a request chooses")
struct ChosenRoleTests {
    @Test("E11 acting with one role does not let anybody change the rules of another role that they hold")
    func ownRules() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("members_add", ["member": "acme/ann", "role": "reader"], as: .terminal)
            try await fixture.does(
                "access_rules_set", ["role": "reader", "resource": "secrets", "actions": ["view"], "effect": "deny"], as: .terminal)
            let chosen = try await fixture.principal(.workspaceAdministrator, role: "admin")
            #expect(chosen.caller.roles == ["admin"] && chosen.caller.heldRoles == ["admin", "reader"])
            let before = try await fixture.fingerprint()
            let reply = await fixture.call(
                "access_rules_set", ["role": "reader", "resource": "secrets", "actions": ["view"], "effect": "allow"], as: chosen)
            #expect(reply.code == "forbidden", "\(reply)")
            #expect(try await fixture.fingerprint() == before)
        }
    }

    /// Everything that `clerk` may not do and `payroll` may: those who have `clerk` have `payroll` too.
    private static func withPayroll(_ fixture: ToolFixture) async throws {
        try await fixture.does("update_role", ["id": "acme/clerk", "role": ["snippets": ["pm.workflow.*"]]], as: .organizationAdministrator)
        try await fixture.does(
            "add_role", ["role": ["owner": "acme", "name": "payroll", "roles": ["acme/clerk"]]], as: .organizationAdministrator)
        try await fixture.does("access_rules_set", ["role": "payroll", "resource": "secrets", "actions": ["view"]], as: .terminal)
    }

    private static let reads: JSONValue = ["type": "query", "key": "q", "config": ["collection": "secrets", "params": [:]]]

    @Test("E30 a workflow cannot get roles that the credential or the request excludes")
    func workflowOfChosenRole() async throws {
        try await ToolFixture.with { fixture in
            try await Self.withPayroll(fixture)
            let (whole, chosen) = (try await fixture.principal(.clerk), try await fixture.principal(.clerk, role: "clerk"))
            #expect(await fixture.call("crud", ["action": "list", "resource": "secrets"], as: whole).code == "ok")
            #expect(await fixture.call("crud", ["action": "list", "resource": "secrets"], as: chosen).code == "not_found")
            let order: JSONObject = ["title": "Reads", "type": "manual", "nodes": [Self.reads]]
            let before = try await fixture.fingerprint()
            for role in [nil, "clerk", "payroll"] {
                var order = order
                if let role { order["role"] = .string(role) }
                let reply = await fixture.call("workflows_apply", order, as: chosen)
                #expect(reply.code == "forbidden" && reply.reason.contains("role: "), "\(reply)")
            }
            #expect(try await fixture.fingerprint() == before)
            // A caller with all its roles may do it, and a caller with fewer roles cannot start the result.
            let made = await fixture.call("workflows_apply", ["title": "Reads", "type": "manual", "role": "clerk", "nodes": [Self.reads]], as: whole)
            let id = try #require(made.body["data"]?["id"], "\(made)")
            #expect(await fixture.call("workflows_execute", ["filterByTk": id], as: chosen).code == "forbidden")
            #expect(try await fixture.runner().drain() == 0)
            #expect(await fixture.call("workflows_execute", ["filterByTk": id], as: whole).code == "ok")
            // A role without others is enough of a right for a workflow.
            try await fixture.does("update_role", ["id": "acme/payroll", "role": ["roles": []]], as: .organizationAdministrator)
            let end: JSONValue = ["type": "end", "config": [:]]
            #expect(await fixture.call("workflows_apply", ["title": "Ends", "type": "manual", "nodes": [end]], as: chosen).code == "ok")
        }
    }

    @Test("E30 if roles do not apply together, those included in a workflow's role do not either")
    func workflowOfOneRole() async throws {
        try await ToolFixture.with { fixture in
            try await Self.withPayroll(fixture)
            let made = try await fixture.applies("Reads", "manual", [Self.reads], more: ["role": "clerk"])
            #expect(try await fixture.executes(made)["status"] == 1)
            try await fixture.does("workspaces_update", ["name": "acme", "roleMode": "default"], as: .organizationAdministrator)
            let execution = try await fixture.executes(made)
            #expect(execution["reason"]?.string?.contains("secrets") == true && execution["status"] != 1, "\(execution)")
        }
    }

    @Test("a role that is not the caller's is refused, and changes nothing")
    func foreignRole() async throws {
        try await ToolFixture.with { fixture in
            let refusal = await #expect(throws: Refusal.self) { try await fixture.principal(.reader, role: "admin") }
            #expect(refusal?.code == .forbidden)
        }
    }
}
