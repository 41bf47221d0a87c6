import GatehouseTesting
import Store
import Testing

@testable import Identity

@Suite("Directory")
struct DirectoryTests {
    /// A key of ann's, who is a member of her workspace.
    static func key(_ house: House, _ acme: Tenant, _ limits: KeyLimits = KeyLimits(scopes: ["run:sql"])) async throws -> (APIKeyID, PresentedKey) {
        let terminal = try await house.terminal()
        try await house.members.add(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: .member, bound: terminal)
        let made = try await house.keys.create(acme.id, user: acme.ann.id, name: "k", limits: limits, bound: terminal)
        return (made.id, try made.presented)
    }

    @Test("What was asked once is answered from memory, until it changes", arguments: StoreEngine.allCases)
    func memory(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let (id, key) = try await Self.key(house, acme)
            let directory = house.directory
            let place = Directory.Place(kind: .user, member: acme.ann.id.rawValue, workspace: acme.workspace.id)
            #expect(directory.principals.lookup(.key(key)) == .unknown)
            #expect(directory.workspaces.lookup("acme") == .unknown)
            #expect(directory.roles.lookup(place).map(\.names) == .unknown)
            let principal = try #require(try await directory.principal(key))
            #expect(principal.credential == .apiKey(id))
            #expect(try await directory.workspace("acme") == acme.workspace)
            #expect(try await directory.roles(of: acme.ann.id, in: acme.workspace.id) == ["member"])
            #expect(directory.principals.lookup(.key(key)) == .found(principal))
            #expect(directory.workspaces.lookup("acme") == .found(acme.workspace))
            #expect(directory.roles.lookup(place).map(\.names) == .found(["member"]))
            _ = try await house.keys.create(
                acme.id, user: acme.ann.id, name: "other", limits: KeyLimits(scopes: ["run:sql"]), bound: try await house.terminal())
            #expect(directory.principals.lookup(.key(key)) == .found(principal))
            try await house.users.disable(acme.id, acme.ann.id)
            #expect(directory.principals.lookup(.key(key)) == .unknown)
            #expect(try await directory.principal(key) == nil)
            try await house.users.enable(acme.id, acme.ann.id)
            #expect(directory.principals.lookup(.key(key)) == .unknown)
            #expect(try await directory.principal(key) == principal)
        }
    }

    @Test("A key that never was is asked for once", arguments: StoreEngine.allCases)
    func guesses(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let guess = try #require(PresentedKey("gths_" + String(repeating: "x", count: 43)))
            #expect(try await house.directory.principal(guess) == nil)
            #expect(house.directory.principals.lookup(.key(guess)) == .absent)
            #expect(try await house.directory.workspace("nowhere") == nil)
            #expect(house.directory.workspaces.lookup("nowhere") == .absent)
            #expect(try await house.directory.workspace("No/Where") == nil)
            #expect(house.directory.workspaces.lookup("No/Where") == .unknown)
        }
    }

    @Test("A key ends at its time, also from memory", arguments: StoreEngine.allCases)
    func expiry(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let (_, key) = try await Self.key(house, acme, KeyLimits(scopes: ["run:sql"], expires: TestClock.start + .seconds(60)))
            house.clock.advance(.milliseconds(59_999))
            #expect(try await house.directory.principal(key) != nil)
            house.clock.advance(.milliseconds(1))
            #expect(try await house.directory.principal(key) == nil)
            house.store.feed.bump()
            #expect(try await house.directory.principal(key) == nil)
            try await house.uses.flush()
            #expect(try await house.keys.list(acme.id).map(\.lastUsedAt) == [TestClock.start + .milliseconds(59_999)])
        }
    }

    /// What takes rights away, each by itself, as another process beside the server does it.
    enum Loss: CaseIterable { case revoke, disableUser, stopWorkspace, disableRole, removeMember }

    @Test("E07 E08 what another process takes away is gone once the feed has looked", arguments: StoreEngine.allCases, Loss.allCases)
    func losses(engine: StoreEngine, loss: Loss) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let (id, key) = try await Self.key(house, acme)
            let place = acme.workspace.id
            try await house.store.feed.poll()
            #expect(try await house.directory.principal(key) != nil)
            #expect(try await house.directory.roles(of: acme.ann.id, in: place) == ["member"])
            #expect(try await house.directory.workspace("acme")?.isStopped == false)

            let other = try await House.open(house.place)
            switch loss {
            case .revoke: try await APIKeys(store: other).revoke(acme.id, id)
            case .disableUser: try await Users(store: other, hasher: house.hasher).disable(acme.id, acme.ann.id)
            case .stopWorkspace: try await Workspaces(store: other).stop(acme.id, place)
            case .disableRole: try await Roles(store: other).setEnabled(acme.id, .member, false)
            case .removeMember:
                try await Members(store: other)
                    .remove(acme.id, workspace: place, .user, acme.annName, role: .member, bound: try await house.terminal())
            }
            await other.close()
            try await house.store.feed.poll()

            let isKeyGone = loss == .revoke || loss == .disableUser
            #expect(try await (house.directory.principal(key) == nil) == isKeyGone)
            #expect(try await house.directory.roles(of: acme.ann.id, in: place) == (loss == .revoke ? ["member"] : []))
            #expect(try await house.directory.workspace("acme")?.isStopped == (loss == .stopWorkspace))
        }
    }

    @Test("A key that another process makes opens once the feed has looked, though it was guessed before", arguments: StoreEngine.allCases)
    func appears(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            #expect(try await house.directory.workspace("late") == nil)
            let other = try await House.open(house.place)
            _ = try await Workspaces(store: other).add(acme.id, "late")
            await other.close()
            try await house.store.feed.poll()
            #expect(try await house.directory.workspace("late") != nil)
        }
    }
}
