import GatehouseTesting
import Identity
import SeededRandom
import Store
import Testing

@Suite("Nobody gains by a call")
struct NobodyGainsTests {
    /// One thing more than the maker has.
    static let beyond: [(String, KeyLimits)] = [
        ("scopes", KeyLimits(workspace: WorkspaceID(2), role: .reader, scopes: ["run:sql", "write:user"], expires: TestClock.start + .seconds(60))),
        ("workspace", KeyLimits(workspace: nil, role: .reader, scopes: ["run:sql"], expires: TestClock.start + .seconds(60))),
        ("workspace", KeyLimits(workspace: WorkspaceID(3), role: .reader, scopes: ["run:sql"], expires: TestClock.start + .seconds(60))),
        ("role", KeyLimits(workspace: WorkspaceID(2), role: nil, scopes: ["run:sql"], expires: TestClock.start + .seconds(60))),
        ("role", KeyLimits(workspace: WorkspaceID(2), role: .admin, scopes: ["run:sql"], expires: TestClock.start + .seconds(60))),
        ("expires", KeyLimits(workspace: WorkspaceID(2), role: .reader, scopes: ["run:sql"], expires: nil)),
        ("expires", KeyLimits(workspace: WorkspaceID(2), role: .reader, scopes: ["run:sql"], expires: TestClock.start + .seconds(61))),
    ]

    @Test("E11 a key with more rights than its creator is refused with the excess right", arguments: beyond)
    func limits(argument: String, asked: KeyLimits) {
        let own = KeyLimits(
            workspace: WorkspaceID(2), role: .reader, scopes: ["run:sql", "read:record"], expires: TestClock.start + .seconds(60))
        #expect(throws: Never.self) { try own.check(within: own) }
        #expect {
            try asked.check(within: own)
        } throws: { error in
            (error as? IdentityError)?.code == .forbidden && (error as? IdentityError)?.reason.hasPrefix(argument + ":") == true
        }
    }

    @Test("E11 chains of keys, each made with the last, never gain anything", arguments: StoreEngine.allCases, 1...4)
    func chains(engine: StoreEngine, sequence: Int) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            _ = try await DirectoryTests.key(fixture, acme)
            let second = try await fixture.workspaces.add(acme.id, "second")
            var dice = SeededGenerator(sequence: sequence)
            var chain = [KeyLimits(scopes: IdentityFixture.scopes, expires: TestClock.start + .seconds(1_000))]
            var refused = 0
            for _ in 0..<40 {
                let own = try #require(chain.last)
                let asked = KeyLimits(
                    workspace: [nil, acme.workspace.id, second.id][dice.below(3)], role: [nil, .reader, .member][dice.below(3)],
                    scopes: Set(IdentityFixture.scopes.sorted().filter { _ in dice.below(4) > 0 } + (dice.below(6) == 0 ? ["write:user"] : [])),
                    expires: [nil, TestClock.start + .seconds(500 + dice.below(500))][dice.below(2)])
                do {
                    let made = try await fixture.keys.create(
                        acme.id, user: acme.ann.id, name: "k", limits: asked, bound: acme.bound(acme.ann, roles: [.member], limits: own))
                    let principal = try #require(try await fixture.keys.find(made.presented))
                    #expect(principal.keyLimits == asked)
                    chain.append(principal.keyLimits)
                } catch let error as IdentityError {
                    #expect(error.code == .forbidden || error.code == .invalid)
                    refused += 1
                }
            }
            #expect(refused > 0)
            for (maker, made) in zip(chain, chain.dropFirst()) {
                #expect(made.scopes.isSubset(of: maker.scopes))
                #expect(maker.workspace == nil || made.workspace == maker.workspace)
                #expect(maker.role == nil || made.role == maker.role)
                #expect((made.expires ?? .latest) <= (maker.expires ?? .latest))
            }
        }
    }

    @Test("E11 only administrators make keys for others, and only in their own organization", arguments: StoreEngine.allCases)
    func others(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            let limits = KeyLimits(scopes: ["run:sql"])
            try await fixture.refuses(.forbidden) {
                let bound = acme.bound(acme.ann, roles: [.admin])
                _ = try await fixture.keys.create(acme.id, user: acme.boss.id, name: "k", limits: limits, bound: bound)
            }
            try await fixture.refuses(.notFound) {
                let bound = acme.bound(acme.boss)
                _ = try await fixture.keys.create(rival.id, user: rival.ann.id, name: "k", limits: limits, bound: bound)
            }
            _ = try await fixture.keys.create(acme.id, user: acme.ann.id, name: "k", limits: limits, bound: acme.bound(acme.boss))
            #expect(try await fixture.keys.list(acme.id).count == 1)
        }
    }

    @Test("E11 only its holders and the role admin can give a role, and nobody changes their own roles", arguments: StoreEngine.allCases)
    func roles(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let second = try await fixture.workspaces.add(acme.id, "second")
            _ = try await fixture.users.add(acme.id, "bob", password: nil)
            let bob = QualifiedName(organization: "acme", name: "bob")
            let here = acme.workspace.id
            func add(_ member: QualifiedName, _ role: Name, _ place: WorkspaceID, as bound: CredentialBound) async throws {
                try await fixture.members.add(acme.id, workspace: place, .user, member, role: role, bound: bound)
            }
            let reader = acme.bound(acme.ann, roles: [.reader])
            let admin = acme.bound(acme.ann, roles: [.admin])
            let boss = acme.bound(acme.boss)
            for role in [Name.admin, .member] { try await fixture.refuses(.forbidden) { try await add(bob, role, here, as: reader) } }
            try await fixture.refuses(.forbidden) { try await add(bob, .reader, second.id, as: reader) }
            try await fixture.refuses(.forbidden) { try await add(bob, .reader, second.id, as: admin) }
            try await fixture.refuses(.forbidden) { try await add(acme.annName, .reader, here, as: admin) }
            try await fixture.refuses(.forbidden) {
                try await add(QualifiedName(organization: "acme", name: "boss"), .admin, here, as: boss)
            }
            // Who has a role uses it with all scopes of a person; a key that is without some gives none.
            let narrowed = CredentialBound(
                organization: acme.id, user: acme.ann.id, isOperator: false, isAdministrator: false, workspace: here, roles: [.admin],
                limits: KeyLimits(scopes: ["write:role"]), covers: .nobody)
            for role in [Name.admin, .reader] { try await fixture.refuses(.forbidden) { try await add(bob, role, here, as: narrowed) } }
            try await add(bob, .reader, here, as: reader)
            try await add(bob, .admin, here, as: admin)
            try await add(bob, .admin, second.id, as: boss)
            try await fixture.refuses(.forbidden) {
                let own = acme.bound(try await fixture.users.find(acme.id, "bob"), roles: [.admin])
                try await fixture.members.remove(acme.id, workspace: here, .user, bob, role: .reader, bound: own)
            }
            #expect(try await fixture.memberships(acme.id, workspace: here).map(\.role) == ["admin", "reader"])
        }
    }
}
