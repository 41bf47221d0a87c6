import GatehouseTesting
import Identity
import Store
import Testing

@Suite("Organizations, roles, workspaces")
struct OrganizationsTests {
    @Test("An organization has a name of its own, in any case, and three roles", arguments: StoreEngine.allCases)
    func add(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.organizations.add("Acme", displayName: "Acme Roasters")
            #expect(try await house.organizations.find("Acme") == acme)
            #expect(try await house.organizations.get(acme.id) == acme)
            #expect(acme.displayName == "Acme Roasters")
            #expect(acme.createdAt == TestClock.start)
            #expect(try await house.organizations.list().map(\.name) == ["Acme", "built-in"])
            #expect(try await house.roles.list(acme.id).map(\.name) == ["admin", "member", "reader"])
            try await house.refuses(.conflict) { _ = try await house.organizations.add("ACME") }
            try await house.refuses(.notFound) { _ = try await house.organizations.find("acme") }
            try await house.refuses(.invalid) { _ = try await house.organizations.add("other", displayName: "two\nlines") }
            try await house.refuses(.invalid) { _ = try await house.organizations.add("other", displayName: String(repeating: "é", count: 129)) }
        }
    }

    @Test("Only an empty organization goes, and built-in stays", arguments: StoreEngine.allCases)
    func remove(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let empty = try await house.organizations.add("empty")
            let acme = try await house.tenant("acme")
            let builtIn = try await house.organizations.find(.builtIn)
            try await house.refuses(.conflict) { try await house.organizations.remove(acme.id) }
            try await house.refuses(.forbidden) { try await house.organizations.remove(builtIn.id) }
            try await house.organizations.remove(empty.id)
            try await house.refuses(.notFound) { try await house.organizations.remove(empty.id) }
            try await house.refuses(.notFound) { _ = try await house.roles.add(empty.id, "late") }
            #expect(try await house.organizations.add("empty").id != empty.id)
        }
    }

    @Test("A role goes when nobody has it, and never one of the three", arguments: StoreEngine.allCases)
    func roles(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let role = try await house.roles.add(acme.id, "Packer", displayName: "Packs boxes")
            #expect(try await house.roles.find(acme.id, "Packer") == role)
            try await house.refuses(.conflict) { _ = try await house.roles.add(acme.id, "packer") }
            let terminal = try await house.terminal()
            try await house.members.add(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: "Packer", bound: terminal)
            try await house.refuses(.conflict) { try await house.roles.remove(acme.id, "Packer") }
            try await house.members.remove(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: "Packer", bound: terminal)
            try await house.roles.setEnabled(acme.id, "Packer", false)
            #expect(try await !house.roles.find(acme.id, "Packer").isEnabled)
            try await house.roles.remove(acme.id, "Packer")
            for name in Role.initial { try await house.refuses(.forbidden) { try await house.roles.remove(acme.id, name) } }
        }
    }

    @Test("A workspace's name is the instance's", arguments: StoreEngine.allCases)
    func workspaces(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let rival = try await house.organizations.add("rival")
            let sales = try await house.workspaces.add(acme.id, "sales-2", title: "Sales")
            #expect(try await house.workspaces.find("sales-2") == sales)
            #expect(try await house.workspaces.get(acme.id, sales.id) == sales)
            #expect(try await house.workspaces.list(acme.id).map(\.name) == ["acme", "sales-2"])
            #expect(try await house.workspaces.list(rival.id).isEmpty)
            try await house.refuses(.conflict) { _ = try await house.workspaces.add(rival.id, "sales-2") }
            for name in ["", "Sales", "2sales", "-a", "a_b", "a.b", "a/b", "é", String(repeating: "a", count: 49)] {
                try await house.refuses(.invalid) { _ = try await house.workspaces.add(acme.id, name) }
            }
            try await house.workspaces.stop(acme.id, sales.id)
            #expect(try await house.workspaces.get(acme.id, sales.id).isStopped)
            try await house.workspaces.start(acme.id, sales.id)
            #expect(try await house.workspaces.get(acme.id, sales.id) == sales)
        }
    }

    @Test("A removed workspace takes its members and its keys along, and no other's", arguments: StoreEngine.allCases)
    func removeWorkspace(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let terminal = try await house.terminal()
            let builtIn = try await house.organizations.find(.builtIn)
            try await house.members.add(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: .member, bound: terminal)
            let bound = try await house.keys.create(
                acme.id, user: acme.ann.id, name: "here", limits: KeyLimits(workspace: acme.workspace.id, scopes: ["run:sql"]), bound: terminal)
            let free = try await house.keys.create(
                acme.id, user: acme.ann.id, name: "everywhere", limits: KeyLimits(scopes: ["run:sql"]), bound: terminal)
            try await house.refuses(.forbidden) { try await house.workspaces.remove(builtIn.id, Workspace.mainID) }
            try await house.workspaces.remove(acme.id, acme.workspace.id)
            #expect(try await house.workspaces.find("acme") == nil)
            #expect(try await house.keys.list(acme.id).map(\.id) == [free.id])
            #expect(try await house.keys.find(bound.presented) == nil)
            #expect(try await house.directory.roles(of: acme.ann.id, in: acme.workspace.id).isEmpty)
            #expect(try await house.memberships(builtIn.id, workspace: Workspace.mainID).count == 1)
            #expect(try await house.workspaces.add(acme.id, "acme").id != acme.workspace.id)
        }
    }
}
