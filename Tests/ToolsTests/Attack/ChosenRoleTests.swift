import Access
import GatehouseTesting
import JSON
import Testing
import Tools

@Suite("A role that a request chooses")
struct ChosenRoleTests {
    @Test("E11 acting with one role does not let anybody change the rules of another role that they hold")
    func ownRules() async throws {
        try await ToolHouse.with { house in
            try await house.does("members_add", ["member": "acme/ann", "role": "reader"], as: .terminal)
            try await house.does(
                "access_rules_set", ["role": "reader", "resource": "secrets", "actions": ["view"], "effect": "deny"], as: .terminal)
            let chosen = try await house.requester(.workspaceAdministrator, role: "admin")
            #expect(chosen.caller.roles == ["admin"] && chosen.caller.heldRoles == ["admin", "reader"])
            let before = try await house.fingerprint()
            let reply = await house.call(
                "access_rules_set", ["role": "reader", "resource": "secrets", "actions": ["view"], "effect": "allow"], as: chosen)
            #expect(reply.code == "forbidden", "\(reply)")
            #expect(try await house.fingerprint() == before)
        }
    }

    @Test("a role that is not the caller's is refused, and changes nothing")
    func foreignRole() async throws {
        try await ToolHouse.with { house in
            let refusal = await #expect(throws: Refusal.self) { try await house.requester(.reader, role: "admin") }
            #expect(refusal?.code == .forbidden)
        }
    }
}
