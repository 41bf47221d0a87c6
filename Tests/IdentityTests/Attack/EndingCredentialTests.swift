import GatehouseTesting
import Identity
import JSON
import OAuth
import Store
import Testing

@Suite("Objects that an expiring credential leaves behind")
struct EndingCredentialTests {
    private static let life = Duration.seconds(600)

    /// An administrator's key of ten minutes, as the maker of something.
    private static func bound(_ acme: Tenant, grant: GrantID? = nil, _ fixture: IdentityFixture) -> CredentialBound {
        let end = fixture.clock.now + life
        return CredentialBound(
            organization: acme.id, user: acme.boss.id, isOperator: false, isAdministrator: true, workspace: acme.workspace.id, roles: [],
            limits: KeyLimits(scopes: Set(FixturePolicy.parts.keys), expires: end), grant: grant, ends: end, covers: .administrator)
    }

    private static func own(_ client: IdentityFixture.Registered, _ fixture: IdentityFixture) async throws -> IdentityFixture.TokenPair {
        try await fixture.token(client.proof.merging(["grant_type": "client_credentials", "scope": "read:record"]) { $1 })
    }

    private static func make(_ fixture: IdentityFixture, _ acme: Tenant, by bound: CredentialBound) async throws -> IdentityFixture.Registered {
        var change = ApplicationChange()
        change.grantTypes = .set(["client_credentials"])
        change.scopes = .set([ApplicationScope(name: "read:record")])
        let made = try await fixture.applications.add(acme.id, "made", change, bound: bound)
        return IdentityFixture.Registered(application: made.application, secret: made.secret?.text)
    }

    @Test(
        "E11 the secret of an application, and every token that it got, end with the credential that made the secret", arguments: StoreEngine.allCases
    )
    func secret(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = Self.bound(acme, fixture)
            let client = try await Self.make(fixture, acme, by: bound)
            #expect(client.application.secretExpires == bound.limits.expires)
            let token = try await Self.own(client, fixture)
            #expect(token.lifetime <= Self.life)
            let principal = try #require(try await fixture.directory.principal(try client.presented))
            #expect(principal.expires == bound.limits.expires)
            #expect(try await fixture.principal(token.access)?.authorityEnds == bound.limits.expires)
            fixture.clock.advance(.seconds(599))
            #expect(try await fixture.directory.principal(try client.presented) != nil)
            fixture.clock.advance(.seconds(1))
            // Both from the cache and from the store.
            for _ in 0..<2 {
                #expect(try await fixture.directory.principal(try client.presented) == nil)
                #expect(try await fixture.principal(token.access) == nil)
                try await fixture.refuses(.invalidClient) { _ = try await Self.own(client, fixture) }
                _ = try await fixture.organizations.update(acme.id, Patch(["displayName": "moves the feed"]), bound: acme.bound(acme.boss))
            }
            // Who lasts makes one that lasts.
            let renewed = try await fixture.applications.rotateSecret(acme.id, "made", bound: try await fixture.terminal())
            #expect(renewed.application.secretExpires == nil)
            fixture.clock.advance(.seconds(86_400))
            let again = IdentityFixture.Registered(application: renewed.application, secret: renewed.secret?.text)
            #expect(try await Self.own(again, fixture).lifetime == .seconds(3_600))
            // A new secret by one that ends, ends: also of an application that others made.
            let replaced = try await fixture.applications.rotateSecret(acme.id, "made", bound: Self.bound(acme, fixture))
            #expect(replaced.application.secretExpires == fixture.clock.now + Self.life)
        }
    }

    @Test(
        "E11 a secret created by a client with a person's consent ends with the connection, and with the person", arguments: StoreEngine.allCases
    )
    func connection(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let agent = try await fixture.application("agent", in: acme.id)
            let tokens = try await fixture.redeem(try await fixture.code(for: agent, try await fixture.session()), by: agent)
            let grant = try #require(try await fixture.principal(tokens.access)?.grant)
            let client = try await Self.make(fixture, acme, by: Self.bound(acme, grant: grant, fixture))
            let token = try await Self.own(client, fixture)
            #expect(try await fixture.principal(token.access)?.grant == grant)
            #expect(try await fixture.directory.principal(try client.presented)?.grant == grant)
            try await fixture.users.disable(acme.id, acme.ann.id)
            #expect(try await fixture.directory.principal(try client.presented) == nil)
            #expect(try await fixture.principal(token.access) == nil)
            try await fixture.users.enable(acme.id, acme.ann.id)
            #expect(try await fixture.principal(token.access) != nil)
            let object = try #require(try await fixture.tokens.list(acme.id, ListQuery()).items.first { $0.user?.name == "ann" })
            try await fixture.tokens.remove(acme.id, object.name)
            #expect(try await fixture.directory.principal(try client.presented) == nil)
            #expect(try await fixture.principal(token.access) == nil)
            try await fixture.refuses(.invalidClient) { _ = try await Self.own(client, fixture) }
            // Nor does it come back when the grant is gone for good.
            try await fixture.applications.remove(acme.id, "agent", bound: try await fixture.terminal())
            #expect(try await fixture.directory.principal(try client.presented) == nil)
        }
    }

    @Test(
        "E11 keys and secrets created by a client end together with its connection, and are extended when the client renews it",
        arguments: StoreEngine.allCases)
    func expired(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let agent = try await fixture.application("agent", in: acme.id)
            let tokens = try await fixture.redeem(try await fixture.code(for: agent, try await fixture.session()), by: agent)
            let grant = try #require(try await fixture.principal(tokens.access)?.grant)
            // The makers' credentials end with the grant, and say no time themselves.
            func bound(_ person: User, _ cover: CredentialBound.ScopeAuthority) -> CredentialBound {
                CredentialBound(
                    organization: acme.id, user: person.id, isOperator: false, isAdministrator: cover == .administrator, workspace: acme.workspace.id,
                    roles: [], limits: KeyLimits(scopes: Set(FixturePolicy.parts.keys)), grant: grant, covers: cover)
            }
            let key = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: "k", limits: KeyLimits(scopes: ["read:record"]), bound: bound(acme.ann, .person)
            ).presented
            let client = try await Self.make(fixture, acme, by: bound(acme.boss, .administrator))
            let other = try await fixture.otherNode()
            func live() async throws -> [Bool] {
                var out: [Bool] = []
                for directory in [fixture.directory, other.server.directory] {
                    out.append(try await directory.principal(key) != nil)
                    out.append(try await directory.principal(try client.presented) != nil)
                }
                return out
            }
            let month = Duration.seconds(720 * 3_600)
            #expect(try await live() == [true, true, true, true])
            fixture.clock.advance(month - .seconds(10))
            let renewed = try await fixture.refresh(try #require(tokens.refresh), by: agent)
            fixture.clock.advance(.seconds(20))
            #expect(try await live() == [true, true, true, true], "past the end that was in memory")
            let own = try await Self.own(client, fixture)
            fixture.clock.advance(month - .seconds(21))
            #expect(try await live() == [true, true, true, true])
            #expect(try await Self.own(client, fixture).lifetime == .seconds(1), "what the secret gives ends with it")
            fixture.clock.advance(.seconds(1))
            #expect(try await live() == [false, false, false, false], "from memory")
            #expect(try await fixture.principal(own.access) == nil)
            try await fixture.refuses(.invalidClient) { _ = try await Self.own(client, fixture) }
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(renewed.refresh), by: agent) }
            _ = try await fixture.organizations.update(acme.id, Patch(["displayName": "moves the feed"]), bound: acme.bound(acme.boss))
            #expect(try await live() == [false, false, false, false], "from the store")
            await other.store.close()
        }
    }

    @Test("E11 a key that a client made is refused from memory too when its connection is cleaned up", arguments: StoreEngine.allCases)
    func cleanedUp(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let agent = try await fixture.application("agent", in: acme.id)
            let tokens = try await fixture.redeem(try await fixture.code(for: agent, try await fixture.session()), by: agent)
            let grant = try #require(try await fixture.principal(tokens.access)?.grant)
            let limits = KeyLimits(scopes: ["read:record"])
            let bound = CredentialBound(
                organization: acme.id, user: acme.ann.id, isOperator: false, isAdministrator: false, workspace: acme.workspace.id, roles: [],
                limits: KeyLimits(scopes: Set(FixturePolicy.parts.keys)), grant: grant, covers: .person)
            let key = try await fixture.keys.create(acme.id, user: acme.ann.id, name: "k", limits: limits, bound: bound).presented
            let other = try await fixture.otherNode()
            for directory in [fixture.directory, other.server.directory] { #expect(try await directory.principal(key) != nil) }
            fixture.clock.advance(.seconds(32 * 86_400))
            try await fixture.authorization.ended.cleanUp()
            #expect(try await fixture.keys.list(acme.id).isEmpty)
            #expect(try await fixture.directory.principal(key) == nil)
            try await other.store.feed.poll()
            #expect(try await other.server.directory.principal(key) == nil)
            await other.store.close()
        }
    }

    @Test("E11 who ends lets nobody sign in who goes on", arguments: StoreEngine.allCases)
    func people(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = Self.bound(acme, fixture)
            let password = Secret("a long password")
            try await fixture.refuses(.forbidden) { _ = try await fixture.users.add(acme.id, "zoe", password: password, Patch(), bound: bound) }
            try await fixture.refuses(.forbidden) {
                _ = try await fixture.users.add(acme.id, "zoe", password: nil, Patch(["isAdmin": true]), bound: bound)
            }
            for (secret, members) in [(.set(password), [:]), (.keep, ["isAdmin": true])] as [(SecretChange, JSONObject)] {
                try await fixture.refuses(.forbidden) {
                    _ = try await fixture.users.update(acme.id, acme.ann.id, password: secret, Patch(members), bound: bound)
                }
            }
            try await fixture.users.disable(acme.id, acme.ann.id)
            try await fixture.refuses(.forbidden) {
                _ = try await fixture.users.update(acme.id, acme.ann.id, Patch(["isForbidden": false]), bound: bound)
            }
            // Somebody who cannot sign in is a name in a list.
            _ = try await fixture.users.add(acme.id, "zoe", password: nil, Patch(), bound: bound)
            _ = try await fixture.users.update(
                acme.id, acme.ann.id, password: .set(password), Patch(["isForbidden": false]), bound: acme.bound(acme.boss))
        }
    }
}
