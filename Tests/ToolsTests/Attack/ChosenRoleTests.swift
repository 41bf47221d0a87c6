import Access
import GatehouseTesting
import JSON
import Testing
import Tools

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

    @Test("a role that is not the caller's is refused, and changes nothing")
    func foreignRole() async throws {
        try await ToolFixture.with { fixture in
            let refusal = await #expect(throws: Refusal.self) { try await fixture.principal(.reader, role: "admin") }
            #expect(refusal?.code == .forbidden)
        }
    }
}
