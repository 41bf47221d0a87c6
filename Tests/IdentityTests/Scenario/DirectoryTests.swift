import GatehouseTesting
import Store
import Testing

@testable import Identity

@Suite("Directory")
struct DirectoryTests {
    /// A key of ann's, who is a member of her workspace.
    static func key(_ fixture: IdentityFixture, _ acme: Tenant, _ limits: KeyLimits = KeyLimits(scopes: ["run:sql"])) async throws -> (
        APIKeyID, PresentedKey
    ) {
        let terminal = try await fixture.terminal()
        try await fixture.members.add(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: .member, bound: terminal)
        let made = try await fixture.keys.create(acme.id, user: acme.ann.id, name: "k", limits: limits, bound: terminal)
        return (made.id, try made.presented)
    }

    @Test("A repeated lookup is served from memory until the object changes", arguments: StoreEngine.allCases)
    func memory(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (id, key) = try await Self.key(fixture, acme)
            let directory = fixture.directory
            let place = Directory.CacheKey(kind: .user, member: acme.ann.id.rawValue, workspace: acme.workspace.id)
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
            _ = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: "other", limits: KeyLimits(scopes: ["run:sql"]), bound: try await fixture.terminal())
            #expect(directory.principals.lookup(.key(key)) == .found(principal))
            try await fixture.users.disable(acme.id, acme.ann.id)
            #expect(directory.principals.lookup(.key(key)) == .unknown)
            #expect(try await directory.principal(key) == nil)
            try await fixture.users.enable(acme.id, acme.ann.id)
            #expect(directory.principals.lookup(.key(key)) == .unknown)
            #expect(try await directory.principal(key) == principal)
        }
    }

    @Test("A key that never was is asked for once", arguments: StoreEngine.allCases)
    func guesses(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let guess = try #require(PresentedKey("gths_" + String(repeating: "x", count: 43)))
            #expect(try await fixture.directory.principal(guess) == nil)
            #expect(fixture.directory.principals.lookup(.key(guess)) == .absent)
            #expect(try await fixture.directory.workspace("nowhere") == nil)
            #expect(fixture.directory.workspaces.lookup("nowhere") == .absent)
            #expect(try await fixture.directory.workspace("No/Where") == nil)
            #expect(fixture.directory.workspaces.lookup("No/Where") == .unknown)
        }
    }

    @Test("A key ends at its time, also from memory", arguments: StoreEngine.allCases)
    func expiry(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (_, key) = try await Self.key(fixture, acme, KeyLimits(scopes: ["run:sql"], expires: TestClock.start + .seconds(60)))
            fixture.clock.advance(.milliseconds(59_999))
            #expect(try await fixture.directory.principal(key) != nil)
            fixture.clock.advance(.milliseconds(1))
            #expect(try await fixture.directory.principal(key) == nil)
            fixture.store.feed.bump()
            #expect(try await fixture.directory.principal(key) == nil)
            try await fixture.uses.flush()
            #expect(try await fixture.keys.list(acme.id).map(\.lastUsedAt) == [TestClock.start + .milliseconds(59_999)])
        }
    }

    /// The ways in which another process beside the server removes rights.
    enum Loss: CaseIterable { case revoke, disableUser, stopWorkspace, disableRole, removeMember }

    @Test("E07 E08 rights removed by another process are gone after the next poll of the feed", arguments: StoreEngine.allCases, Loss.allCases)
    func losses(engine: StoreEngine, loss: Loss) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (id, key) = try await Self.key(fixture, acme)
            let place = acme.workspace.id
            try await fixture.store.feed.poll()
            #expect(try await fixture.directory.principal(key) != nil)
            #expect(try await fixture.directory.roles(of: acme.ann.id, in: place) == ["member"])
            #expect(try await fixture.directory.workspace("acme")?.isStopped == false)

            let other = try await IdentityFixture.open(fixture.place)
            switch loss {
            case .revoke: try await APIKeys(store: other).revoke(acme.id, id)
            case .disableUser: try await Users(store: other, hasher: fixture.hasher).disable(acme.id, acme.ann.id)
            case .stopWorkspace: try await Workspaces(store: other).stop(acme.id, place)
            case .disableRole: try await Roles(store: other).setEnabled(acme.id, .member, false)
            case .removeMember:
                try await Members(store: other)
                    .remove(acme.id, workspace: place, .user, acme.annName, role: .member, bound: try await fixture.terminal())
            }
            await other.close()
            try await fixture.store.feed.poll()

            let isKeyGone = loss == .revoke || loss == .disableUser
            #expect(try await (fixture.directory.principal(key) == nil) == isKeyGone)
            #expect(try await fixture.directory.roles(of: acme.ann.id, in: place) == (loss == .revoke ? ["member"] : []))
            #expect(try await fixture.directory.workspace("acme")?.isStopped == (loss == .stopWorkspace))
        }
    }

    @Test("A key that another process makes opens once the feed has looked, though it was guessed before", arguments: StoreEngine.allCases)
    func appears(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            #expect(try await fixture.directory.workspace("late") == nil)
            let other = try await IdentityFixture.open(fixture.place)
            _ = try await Workspaces(store: other).add(acme.id, "late")
            await other.close()
            try await fixture.store.feed.poll()
            #expect(try await fixture.directory.workspace("late") != nil)
        }
    }
}
