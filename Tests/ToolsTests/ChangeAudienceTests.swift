import Access
import GatehouseTesting
import Identity
import JSON
import Store
import Testing
import Tools

@Suite("The audience of a change of rights")
struct ChangeAudienceTests {
    /// Callers of two organizations in two workspaces.
    static let callers: [(name: String, kind: CallerKind, workspace: String)] = [
        ("operator", .operator, "main"), ("ann", .workspaceAdministrator, "acme"), ("rita", .reader, "acme"), ("mia", .member, "acme"),
    ]

    /// A change by the administrator of the workspace `acme` or of its organization, and the callers that it concerns.
    static let changes: [(tool: String, arguments: JSONObject, caller: CallerKind, concerned: Set<String>)] = [
        ("members_add", ["member": "acme/zoe", "role": "reader"], .workspaceAdministrator, []),
        ("members_add", ["member": "acme/mia", "role": "clerk"], .workspaceAdministrator, ["mia"]),
        ("members_remove", ["member": "acme/rita", "role": "reader"], .workspaceAdministrator, ["rita"]),
        ("access_rules_set", ["role": "temp", "resource": "orders", "actions": ["view"]], .workspaceAdministrator, ["ann", "rita", "mia"]),
        ("update_user", ["id": "acme/rita", "user": ["isForbidden": true]], .organizationAdministrator, ["rita"]),
    ]

    @Test("A caller's lists and reads depend only on its own rights and its workspace", arguments: changes.indices)
    func concerned(index: Int) async throws {
        let (tool, arguments, caller, concerned) = Self.changes[index]
        try await ToolFixture.with { fixture in
            var audiences: [String: Set<String>] = [:]
            for (name, kind, workspace) in Self.callers { audiences[name] = try await fixture.principal(kind, at: workspace).audiences }
            // The objects that the caller's own credential needs are created before.
            let principal = try await fixture.principal(caller)
            let version = fixture.store.feed.version
            let reply = await fixture.call(tool, arguments, as: principal)
            #expect(reply.code == "ok", "\(reply)")
            let changed = fixture.store.feed.changes(since: version)
            #expect(!changed.isEverything)
            let told = Set(changed.topics.map(\.audience))
            #expect(Set(audiences.filter { !$0.value.isDisjoint(with: told) }.keys) == concerned)
        }
    }
}
