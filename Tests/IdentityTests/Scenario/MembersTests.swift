import GatehouseTesting
import Identity
import Store
import Testing

@Suite("Members")
struct MembersTests {
    @Test("A member has each role once, and loses one or all of them", arguments: StoreEngine.allCases)
    func roles(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            let place = acme.workspace.id
            func list() async throws -> [String] {
                try await fixture.memberships(acme.id, workspace: place).map { "\($0.member) \($0.role)" }
            }
            try await fixture.members.add(acme.id, workspace: place, .user, acme.annName, role: .reader, bound: terminal)
            try await fixture.members.add(acme.id, workspace: place, .user, acme.annName, role: .member, bound: terminal)
            let admin = QualifiedName(organization: .builtIn, name: .admin)
            try await fixture.members.add(acme.id, workspace: place, .user, admin, role: .admin, bound: terminal)
            #expect(try await list() == ["acme/ann member", "acme/ann reader", "built-in/admin admin"])
            #expect(try await fixture.directory.roles(of: acme.ann.id, in: place) == ["member", "reader"])
            try await fixture.refuses(.conflict) {
                try await fixture.members.add(acme.id, workspace: place, .user, acme.annName, role: .member, bound: terminal)
            }
            try await fixture.members.remove(acme.id, workspace: place, .user, acme.annName, role: .member, bound: terminal)
            #expect(try await list() == ["acme/ann reader", "built-in/admin admin"])
            try await fixture.members.add(acme.id, workspace: place, .user, acme.annName, role: .member, bound: terminal)
            try await fixture.members.remove(acme.id, workspace: place, .user, acme.annName, role: nil, bound: terminal)
            #expect(try await list() == ["built-in/admin admin"])
            try await fixture.refuses(.notFound) {
                try await fixture.members.remove(acme.id, workspace: place, .user, acme.annName, role: nil, bound: terminal)
            }
        }
    }

    @Test("Roles, users, workspaces and applications that do not exist are not found", arguments: StoreEngine.allCases)
    func unknown(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            let place = acme.workspace.id
            let nobody = QualifiedName(organization: "acme", name: "nobody")
            try await fixture.refuses(.notFound) {
                try await fixture.members.add(acme.id, workspace: place, .user, acme.annName, role: "king", bound: terminal)
            }
            try await fixture.refuses(.notFound) {
                try await fixture.members.add(acme.id, workspace: place, .user, nobody, role: .member, bound: terminal)
            }
            try await fixture.refuses(.notFound) {
                try await fixture.members.add(acme.id, workspace: WorkspaceID(999), .user, acme.annName, role: .member, bound: terminal)
            }
            try await fixture.refuses(.notFound) {
                try await fixture.members.add(acme.id, workspace: place, .application, acme.annName, role: .member, bound: terminal)
            }
            #expect(try await fixture.memberships(acme.id, workspace: place).isEmpty)
            // What was refused was refused for what did not exist.
            try await fixture.members.add(acme.id, workspace: place, .user, acme.annName, role: .member, bound: terminal)
            #expect(try await fixture.memberships(acme.id, workspace: place).map(\.member) == [acme.annName])
        }
    }

    @Test("A person of another organization is refused with the workspace's organization and no more", arguments: StoreEngine.allCases)
    func elsewhere(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (acme, rival) = (try await fixture.tenant("acme"), try await fixture.tenant("rival"))
            let terminal = try await fixture.terminal()
            let place = acme.workspace.id
            for name in [rival.annName.name, "nobody"] {
                let member = QualifiedName(organization: "rival", name: name)
                let words =
                    "member: 'rival/\(name)' does not exist in organization 'acme', which the workspace belongs to: "
                    + "name one of its own as 'acme/NAME'"
                try await fixture.refuses(.notFound, saying: words) {
                    try await fixture.members.add(acme.id, workspace: place, .user, member, role: .member, bound: terminal)
                }
                try await fixture.refuses(.notFound, saying: words) {
                    try await fixture.members.remove(acme.id, workspace: place, .user, member, role: nil, bound: terminal)
                }
            }
        }
    }
}
