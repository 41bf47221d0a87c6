import GatehouseTesting
import Identity
import SQL
import Store
import Testing

@Suite("API keys")
struct APIKeysTests {
    @Test("A key stands for its user within its limits", arguments: StoreEngine.allCases)
    func create(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            try await fixture.members.add(
                acme.id, workspace: acme.workspace.id, .user, acme.annName, role: .reader, bound: try await fixture.terminal())
            let limits = KeyLimits(
                workspace: acme.workspace.id, role: .reader, scopes: ["run:sql", "read:record"], expires: TestClock.start + .seconds(60))
            let made = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: "laptop", limits: limits, bound: acme.bound(acme.ann, roles: [.reader]))
            let principal = try #require(try await fixture.keys.find(made.presented))
            #expect(principal.credential == .apiKey(made.id))
            #expect(principal.user == acme.ann.id && principal.userName == "ann")
            #expect(principal.organization == acme.id && principal.organizationName == "acme")
            #expect(principal.keyLimits == limits)
            #expect(principal.scopeText == "read:record run:sql")
            #expect(principal.attributes["user.id"] == .int(acme.ann.id.rawValue))
            #expect(principal.attributes["organization.name"] == .text("acme"))
            #expect(!principal.isAdministrator && !principal.isOperator)
            #expect(principal.opens(acme.workspace.id) && !principal.opens(Workspace.mainID))
            let listed = try #require(try await fixture.keys.list(acme.id, user: acme.ann.id).first)
            #expect(listed.id == made.id && listed.name == "laptop" && listed.limits == limits && listed.userName == "ann")
            #expect(made.key.text.hasPrefix(listed.prefix) && listed.prefix.count == 9)
            #expect(listed.createdAt == TestClock.start && listed.lastUsedAt == nil && listed.revokedAt == nil)
            #expect(try await fixture.keys.list(acme.id, user: acme.boss.id).isEmpty)
        }
    }

    @Test("An administrator's key administers, unless it is bound to a workspace or a role", arguments: StoreEngine.allCases)
    func administrators(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let builtIn = try await fixture.organizations.find(.builtIn)
            let operatorUser = try await fixture.users.find(builtIn.id, .admin)
            let terminal = try await fixture.terminal()
            for (organization, place, name) in [
                (acme.id, acme.workspace.id, QualifiedName(organization: "acme", name: "boss")),
                (builtIn.id, Workspace.mainID, QualifiedName(organization: .builtIn, name: .admin)),
            ] { try await fixture.members.add(organization, workspace: place, .user, name, role: .reader, bound: terminal) }
            func principal(_ organization: OrganizationID, _ user: UserID, _ limits: KeyLimits) async throws -> Principal {
                let made = try await fixture.keys.create(organization, user: user, name: "k", limits: limits, bound: terminal)
                return try #require(try await fixture.keys.find(made.presented))
            }
            let free = KeyLimits(scopes: ["run:sql"])
            let here = KeyLimits(workspace: acme.workspace.id, scopes: ["run:sql"])
            let asReader = KeyLimits(role: .reader, scopes: ["run:sql"])
            let boss = try await principal(acme.id, acme.boss.id, free)
            #expect(boss.isAdministrator && !boss.isOperator)
            let root = try await principal(builtIn.id, operatorUser.id, free)
            #expect(root.isAdministrator && root.isOperator)
            for limits in [here, asReader] {
                #expect(try await !principal(acme.id, acme.boss.id, limits).isAdministrator)
                #expect(try await !principal(builtIn.id, operatorUser.id, limits).isOperator)
            }
        }
    }

    @Test("Everything that a key names must exist, and it must have scopes and a future expiry", arguments: StoreEngine.allCases)
    func invalid(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            func create(_ user: UserID, _ limits: KeyLimits, name: String = "k") async throws {
                _ = try await fixture.keys.create(acme.id, user: user, name: name, limits: limits, bound: terminal)
            }
            try await fixture.refuses(.notFound) { try await create(UserID(999), KeyLimits(scopes: ["run:sql"])) }
            try await fixture.refuses(.notFound) { try await create(acme.ann.id, KeyLimits(workspace: WorkspaceID(999), scopes: ["run:sql"])) }
            let abroad = try await fixture.tenant("rival").workspace.id
            try await fixture.refuses(.notFound) { try await create(acme.ann.id, KeyLimits(workspace: abroad, scopes: ["run:sql"])) }
            try await fixture.refuses(.notFound) { try await create(acme.ann.id, KeyLimits(role: "king", scopes: ["run:sql"])) }
            try await fixture.refuses(.invalid) { try await create(acme.ann.id, KeyLimits(scopes: [])) }
            try await fixture.refuses(.invalid) { try await create(acme.ann.id, KeyLimits(scopes: ["run:sql"], expires: TestClock.start)) }
            try await fixture.refuses(.invalid) { try await create(acme.ann.id, KeyLimits(scopes: ["run:sql"]), name: "a\u{202E}b") }
            #expect(try await fixture.keys.list(acme.id).isEmpty)
            // `main` is everybody's to call; which roles there are in it is not told to others.
            try await create(acme.ann.id, KeyLimits(workspace: Workspace.mainID, scopes: ["run:sql"]))
            for role in [Name.admin, "king"] {
                try await fixture.refuses(.forbidden, saying: "not one of the roles that 'ann' holds there") {
                    try await create(acme.ann.id, KeyLimits(workspace: Workspace.mainID, role: role, scopes: ["run:sql"]))
                }
            }
            #expect(try await fixture.keys.list(acme.id).map(\.limits.role) == [nil])
            try await fixture.users.disable(acme.id, acme.ann.id)
            try await fixture.refuses(.conflict) { try await create(acme.ann.id, KeyLimits(scopes: ["run:sql"])) }
        }
    }

    @Test("Uses are written together, later, and as no change of rights", arguments: StoreEngine.allCases)
    func uses(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = acme.bound(acme.ann)
            var keys: [PresentedKey] = []
            for name in ["one", "two", "idle"] {
                let made = try await fixture.keys.create(
                    acme.id, user: acme.ann.id, name: name, limits: KeyLimits(scopes: ["run:sql"]), bound: bound)
                keys.append(try made.presented)
            }
            let before = try await fixture.contents()
            _ = try await fixture.directory.principal(keys[0])
            fixture.clock.advance(.seconds(5))
            _ = try await fixture.directory.principal(keys[0])
            _ = try await fixture.directory.principal(keys[1])
            #expect(try await fixture.contents() == before)
            let version = fixture.store.feed.version
            try await fixture.uses.flush()
            #expect(fixture.store.feed.version == version)
            let used = TestClock.start + .seconds(5)
            #expect(try await fixture.keys.list(acme.id).map(\.lastUsedAt) == [used, used, nil])
            let after = try await fixture.contents()
            try await fixture.uses.flush()
            #expect(try await fixture.contents() == after)
        }
    }
}
