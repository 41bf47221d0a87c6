import GatehouseTesting
import Identity
import OAuth
import SQL
import Store
import Testing

@Suite("Refresh tokens")
struct RefreshTests {
    /// Ann's tokens by a client of acme.
    private static func start(
        _ fixture: IdentityFixture, isPublic: Bool = false, scopes: [String] = ["mcp", "offline_access"]
    ) async throws -> (client: IdentityFixture.Registered, tokens: IdentityFixture.TokenPair, acme: Tenant) {
        let acme = try await fixture.tenant("acme")
        let client = try await fixture.application("agent", in: acme.id, isPublic: isPublic)
        let code = try await fixture.code(for: client, try await fixture.session(), scopes: scopes)
        return (client, try await fixture.redeem(code, by: client), acme)
    }

    @Test("A13 every use makes a new refresh token, of public clients too", arguments: StoreEngine.allCases)
    func rotation(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, first, _) = try await Self.start(fixture, isPublic: true)
            var seen: Set<String> = [try #require(first.refresh)]
            var token = first
            for _ in 0..<4 {
                fixture.clock.advance(.seconds(600))
                token = try await fixture.refresh(try #require(token.refresh), by: client)
                #expect(seen.insert(try #require(token.refresh)).inserted)
                #expect(try await fixture.principal(token.access) != nil)
            }
        }
    }

    @Test("A09 an old refresh token after the grace window ends the family, its access tokens, and is written down", arguments: StoreEngine.allCases)
    func reuse(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, first, acme) = try await Self.start(fixture)
            let second = try await fixture.refresh(try #require(first.refresh), by: client)
            fixture.clock.advance(.seconds(30))
            try await fixture.refuses(.invalidGrant, changes: true) { _ = try await fixture.refresh(try #require(first.refresh), by: client) }
            #expect(try await fixture.principal(first.access) == nil)
            #expect(try await fixture.principal(second.access) == nil)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(second.refresh), by: client) }
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.isEmpty)
            let events = try await fixture.store.audit.list(AuditQuery()).filter { $0.call.tool == "refresh_token_reuse" }
            #expect(events.map(\.call.user) == ["acme/ann"] && events.map(\.outcome?.outcome) == [.refused])
        }
    }

    @Test("A10 the same refresh token twice within 30 s gives the same successor, on two nodes at once too", arguments: StoreEngine.allCases)
    func grace(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, first, _) = try await Self.start(fixture)
            let other = try await fixture.otherNode()
            let refresh = try #require(first.refresh)
            let answers = try await withThrowingTaskGroup(of: IdentityFixture.TokenPair.self) { group in
                for number in 0..<20 {
                    group.addTask { try await fixture.refresh(refresh, by: client, at: number % 2 == 0 ? fixture.authorization : other.server) }
                }
                return try await group.reduce(into: Set<IdentityFixture.TokenPair>()) { $0.insert($1) }
            }
            await other.store.close()
            #expect(answers.count == 1)
            fixture.clock.advance(.seconds(29))
            let late = try await fixture.refresh(refresh, by: client)
            #expect(late.refresh == answers.first?.refresh && late.access == answers.first?.access)
            #expect(late.lifetime == .seconds(3_600 - 29))
            // There is one line of tokens: the successor works, and no other token was issued.
            _ = try await fixture.refresh(try #require(late.refresh), by: client)
            #expect(try await fixture.store.read { try $0.all("SELECT generation FROM refresh_tokens ORDER BY 1") { $0.int(0) } } == [0, 1, 2])
        }
    }

    @Test("A11 A12 a refresh keeps the granted scopes, narrows them on request, and never widens them", arguments: StoreEngine.allCases)
    func scopes(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, first, _) = try await Self.start(fixture, scopes: ["read:record", "run:sql"])
            for wider in ["read:record write:record", "mcp", "nonsense"] {
                try await fixture.refuses(.invalidScope) { _ = try await fixture.refresh(try #require(first.refresh), by: client, scope: wider) }
            }
            let narrow = try await fixture.refresh(try #require(first.refresh), by: client, scope: "read:record")
            #expect(narrow.scope == "read:record")
            #expect(try await fixture.refresh(try #require(narrow.refresh), by: client).scope == "read:record run:sql")
        }
    }

    @Test("A05 another client's refresh token is unknown", arguments: StoreEngine.allCases)
    func otherClient(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, first, acme) = try await Self.start(fixture)
            let thief = try await fixture.application("thief", in: acme.id)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(first.refresh), by: thief) }
            _ = try await fixture.refresh(try #require(first.refresh), by: client)
        }
    }

    @Test("A14 revoking one token ends the family on every node", arguments: StoreEngine.allCases, [true, false])
    func revocation(engine: StoreEngine, byRefreshToken: Bool) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, tokens, _) = try await Self.start(fixture)
            let other = try await fixture.otherNode()
            #expect(try await fixture.principal(tokens.access, at: other.server) != nil)
            let token = byRefreshToken ? try #require(tokens.refresh) : tokens.access
            let parameters = try IdentityFixture.parameters(client.proof.merging(["token": token]) { $1 })
            try await fixture.authorization.revocation.revoke(parameters, authorization: nil, IdentityFixture.here)
            #expect(try await fixture.principal(tokens.access) == nil)
            try await other.store.feed.poll()
            #expect(try await fixture.principal(tokens.access, at: other.server) == nil)
            await other.store.close()
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(tokens.refresh), by: client) }
            // Once more is no error, and neither is a token of somebody else.
            try await fixture.authorization.revocation.revoke(parameters, authorization: nil, IdentityFixture.here)
        }
    }

    @Test("A14 no client can end another client's tokens", arguments: StoreEngine.allCases)
    func foreignRevocation(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (_, tokens, acme) = try await Self.start(fixture)
            let thief = try await fixture.application("thief", in: acme.id)
            let before = try await fixture.contents()
            for token in [tokens.access, try #require(tokens.refresh), "nonsense"] {
                let parameters = try IdentityFixture.parameters(thief.proof.merging(["token": token]) { $1 })
                try await fixture.authorization.revocation.revoke(parameters, authorization: nil, IdentityFixture.here)
            }
            #expect(try await fixture.contents() == before)
            #expect(try await fixture.principal(tokens.access) != nil)
        }
    }

    @Test("A refresh token ends thirty days after its last use, and with the person", arguments: StoreEngine.allCases)
    func ends(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, first, acme) = try await Self.start(fixture)
            fixture.clock.advance(.seconds(29 * 86_400))
            let second = try await fixture.refresh(try #require(first.refresh), by: client)
            fixture.clock.advance(.seconds(29 * 86_400))
            let third = try await fixture.refresh(try #require(second.refresh), by: client)
            try await fixture.users.disable(acme.id, acme.ann.id)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(third.refresh), by: client) }
            try await fixture.users.enable(acme.id, acme.ann.id)
            fixture.clock.advance(.seconds(30 * 86_400))
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(third.refresh), by: client) }
        }
    }

    @Test("No token stands in the database, sealed successors aside", arguments: StoreEngine.allCases)
    func atRest(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (client, first, _) = try await Self.start(fixture)
            let second = try await fixture.refresh(try #require(first.refresh), by: client)
            let text = try await fixture.contents().joined(separator: "\n")
            for secret in [first.access, second.access, first.refresh, second.refresh, client.secret] {
                #expect(!text.contains(try #require(secret)))
            }
            fixture.clock.advance(.seconds(60))
            try await fixture.authorization.ended.cleanUp()
            let sealed = try await fixture.store.read { try $0.all("SELECT 1 FROM refresh_tokens WHERE successor IS NOT NULL") { $0.int(0) } }
            #expect(sealed.isEmpty)
        }
    }
}
