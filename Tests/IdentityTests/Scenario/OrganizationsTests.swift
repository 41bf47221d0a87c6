import GatehouseTesting
import Identity
import Store
import Testing

@Suite("Organizations, roles, workspaces")
struct OrganizationsTests {
    @Test("An organization has a name of its own, in any case, and three roles", arguments: StoreEngine.allCases)
    func add(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.organizations.add("Acme", displayName: "Acme Roasters")
            #expect(try await fixture.organizations.find("Acme") == acme)
            #expect(try await fixture.organizations.get(acme.id) == acme)
            #expect(acme.displayName == "Acme Roasters")
            #expect(acme.createdAt == TestClock.start)
            #expect(try await fixture.organizations.list().map(\.name) == ["Acme", "built-in"])
            #expect(try await fixture.roles.list(acme.id).map(\.name) == ["admin", "member", "reader"])
            try await fixture.refuses(.conflict) { _ = try await fixture.organizations.add("ACME") }
            try await fixture.refuses(.notFound) { _ = try await fixture.organizations.find("acme") }
            try await fixture.refuses(.invalid) { _ = try await fixture.organizations.add("other", displayName: "two\nlines") }
            try await fixture.refuses(.invalid) { _ = try await fixture.organizations.add("other", displayName: String(repeating: "é", count: 129)) }
        }
    }

    @Test("Only an empty organization goes, and built-in stays", arguments: StoreEngine.allCases)
    func remove(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let empty = try await fixture.organizations.add("empty")
            let acme = try await fixture.tenant("acme")
            let builtIn = try await fixture.organizations.find(.builtIn)
            try await fixture.refuses(.conflict) { try await fixture.organizations.remove(acme.id) }
            try await fixture.refuses(.forbidden) { try await fixture.organizations.remove(builtIn.id) }
            try await fixture.organizations.remove(empty.id)
            try await fixture.refuses(.notFound) { try await fixture.organizations.remove(empty.id) }
            try await fixture.refuses(.notFound) { _ = try await fixture.roles.add(empty.id, "late") }
            #expect(try await fixture.organizations.add("empty").id != empty.id)
        }
    }

    @Test("A role can be removed when nobody has it, except the three built-in ones", arguments: StoreEngine.allCases)
    func roles(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let role = try await fixture.roles.add(acme.id, "Packer", displayName: "Packs boxes")
            #expect(try await fixture.roles.find(acme.id, "Packer") == role)
            try await fixture.refuses(.conflict) { _ = try await fixture.roles.add(acme.id, "packer") }
            let terminal = try await fixture.terminal()
            try await fixture.members.add(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: "Packer", bound: terminal)
            try await fixture.refuses(.conflict) { try await fixture.roles.remove(acme.id, "Packer") }
            try await fixture.members.remove(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: "Packer", bound: terminal)
            try await fixture.roles.setEnabled(acme.id, "Packer", false)
            #expect(try await !fixture.roles.find(acme.id, "Packer").isEnabled)
            try await fixture.roles.remove(acme.id, "Packer")
            for name in Role.initial { try await fixture.refuses(.forbidden) { try await fixture.roles.remove(acme.id, name) } }
        }
    }

    @Test("A workspace's name is the instance's", arguments: StoreEngine.allCases)
    func workspaces(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.organizations.add("rival")
            let sales = try await fixture.workspaces.add(acme.id, "sales-2", title: "Sales")
            #expect(try await fixture.workspaces.find("sales-2") == sales)
            #expect(try await fixture.workspaces.get(acme.id, sales.id) == sales)
            #expect(try await fixture.workspaces.list(acme.id).map(\.name) == ["acme", "sales-2"])
            #expect(try await fixture.workspaces.list(rival.id).isEmpty)
            try await fixture.refuses(.conflict) { _ = try await fixture.workspaces.add(rival.id, "sales-2") }
            for name in ["", "Sales", "2sales", "-a", "a_b", "a.b", "a/b", "é", String(repeating: "a", count: 49)] {
                try await fixture.refuses(.invalid) { _ = try await fixture.workspaces.add(acme.id, name) }
            }
            try await fixture.workspaces.stop(acme.id, sales.id)
            #expect(try await fixture.workspaces.get(acme.id, sales.id).isStopped)
            try await fixture.workspaces.start(acme.id, sales.id)
            #expect(try await fixture.workspaces.get(acme.id, sales.id) == sales)
        }
    }

    @Test("A removed workspace takes its members and its keys along, and no other's", arguments: StoreEngine.allCases)
    func removeWorkspace(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            let builtIn = try await fixture.organizations.find(.builtIn)
            try await fixture.members.add(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: .member, bound: terminal)
            let bound = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: "here", limits: KeyLimits(workspace: acme.workspace.id, scopes: ["run:sql"]), bound: terminal)
            let free = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: "everywhere", limits: KeyLimits(scopes: ["run:sql"]), bound: terminal)
            try await fixture.refuses(.forbidden) { try await fixture.workspaces.remove(builtIn.id, Workspace.mainID) }
            try await fixture.workspaces.remove(acme.id, acme.workspace.id)
            #expect(try await fixture.workspaces.find("acme") == nil)
            #expect(try await fixture.keys.list(acme.id).map(\.id) == [free.id])
            #expect(try await fixture.keys.find(bound.presented) == nil)
            #expect(try await fixture.directory.roles(of: acme.ann.id, in: acme.workspace.id).isEmpty)
            #expect(try await fixture.memberships(builtIn.id, workspace: Workspace.mainID).count == 1)
            #expect(try await fixture.workspaces.add(acme.id, "acme").id != acme.workspace.id)
        }
    }
}
