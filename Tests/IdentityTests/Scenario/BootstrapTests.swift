import GatehouseTesting
import Identity
import Store
import Testing

@Suite("First start")
struct BootstrapTests {
    @Test("It makes built-in, its administrator, the workspace main with id 1, and the roles", arguments: StoreEngine.allCases)
    func makes(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let builtIn = try await fixture.organizations.find(.builtIn)
            #expect(builtIn.isBuiltIn)
            let admin = try await fixture.users.find(builtIn.id, .admin)
            #expect(admin.isAdministrator)
            let main = try #require(try await fixture.workspaces.find("main"))
            #expect(main.id == WorkspaceID(1))
            #expect(main.organization == builtIn.id)
            #expect(try await fixture.roles.list(builtIn.id).map(\.name) == ["admin", "member", "reader"])
            let members = try await fixture.memberships(builtIn.id, workspace: main.id)
            #expect(members.map { "\($0.member) \($0.role)" } == ["built-in/admin admin"])
            let who = QualifiedName(organization: .builtIn, name: .admin)
            #expect(try await fixture.users.verifyPassword(who, IdentityFixture.adminPassword)?.id == admin.id)
        }
    }

    @Test("A second start changes nothing, whatever password it is given", arguments: StoreEngine.allCases)
    func again(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            #expect(try await Bootstrap.run(fixture.store, hasher: fixture.hasher, password: Secret("another password")) == nil)
            #expect(try await Bootstrap.run(fixture.store, hasher: fixture.hasher, password: nil) == nil)
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("Without a password a working one is generated and printed once", arguments: StoreEngine.allCases)
    func random(engine: StoreEngine) async throws {
        let place = try await engine.makeDatabase()
        defer { withExtendedLifetime(place) {} }
        let store = try await IdentityFixture.open(place)
        let hasher = PasswordHasher(cost: PasswordCost(memory: 64, passes: 1))
        let password = try #require(try await Bootstrap.run(store, hasher: hasher, password: nil))
        #expect(password.bytes.count >= 24)
        let users = Users(store: store, hasher: hasher)
        #expect(try await users.verifyPassword(QualifiedName(organization: .builtIn, name: .admin), password) != nil)
        await store.close()
    }

    @Test("Two nodes that start together make one house", arguments: StoreEngine.allCases)
    func together(engine: StoreEngine) async throws {
        let place = try await engine.makeDatabase()
        let hasher = PasswordHasher(cost: PasswordCost(memory: 64, passes: 1), workers: 2)
        async let first = IdentityFixture.open(place)
        async let second = IdentityFixture.open(place)
        let stores = try await [first, second]
        let passwords = try await withThrowingTaskGroup(of: Secret?.self) { group in
            for store in stores { group.addTask { try await Bootstrap.run(store, hasher: hasher, password: nil) } }
            return try await group.reduce(into: [Secret]()) { all, one in if let one { all.append(one) } }
        }
        #expect(passwords.count == 1)
        let users = Users(store: stores[0], hasher: hasher)
        let password = try #require(passwords.first)
        #expect(try await users.verifyPassword(QualifiedName(organization: .builtIn, name: .admin), password) != nil)
        #expect(try await Organizations(store: stores[1]).list().map(\.name) == [.builtIn])
        for store in stores { await store.close() }
    }

    @Test("An unacceptable password makes nothing", arguments: StoreEngine.allCases)
    func short(engine: StoreEngine) async throws {
        let place = try await engine.makeDatabase()
        defer { withExtendedLifetime(place) {} }
        let store = try await IdentityFixture.open(place)
        let hasher = PasswordHasher(cost: PasswordCost(memory: 64, passes: 1))
        await #expect {
            try await Bootstrap.run(store, hasher: hasher, password: Secret("short"))
        } throws: { ($0 as? IdentityError)?.code == .invalid }
        #expect(try await Organizations(store: store).list().isEmpty)
        await store.close()
    }

    @Test("Workspaces after main count on from it", arguments: StoreEngine.allCases)
    func nextWorkspace(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let builtIn = try await fixture.organizations.find(.builtIn)
            #expect(try await fixture.workspaces.add(builtIn.id, "second").id.rawValue > 1)
        }
    }
}
