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
        _ house: House, isPublic: Bool = false, scopes: [String] = ["mcp", "offline_access"]
    ) async throws -> (client: House.Registered, tokens: House.TokenPair, acme: Tenant) {
        let acme = try await house.tenant("acme")
        let client = try await house.application("agent", in: acme.id, isPublic: isPublic)
        let code = try await house.code(for: client, try await house.session(), scopes: scopes)
        return (client, try await house.redeem(code, by: client), acme)
    }

    @Test("A13 every use makes a new refresh token, of public clients too", arguments: StoreEngine.allCases)
    func rotation(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (client, first, _) = try await Self.start(house, isPublic: true)
            var seen: Set<String> = [try #require(first.refresh)]
            var token = first
            for _ in 0..<4 {
                house.clock.advance(.seconds(600))
                token = try await house.refresh(try #require(token.refresh), by: client)
                #expect(seen.insert(try #require(token.refresh)).inserted)
                #expect(try await house.principal(token.access) != nil)
            }
        }
    }

    @Test("A09 an old refresh token after the grace window ends the family, its access tokens, and is written down", arguments: StoreEngine.allCases)
    func reuse(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (client, first, acme) = try await Self.start(house)
            let second = try await house.refresh(try #require(first.refresh), by: client)
            house.clock.advance(.seconds(30))
            try await house.refuses(.invalidGrant, changes: true) { _ = try await house.refresh(try #require(first.refresh), by: client) }
            #expect(try await house.principal(first.access) == nil)
            #expect(try await house.principal(second.access) == nil)
            try await house.refuses(.invalidGrant) { _ = try await house.refresh(try #require(second.refresh), by: client) }
            #expect(try await house.tokens.list(acme.id, ListQuery()).items.isEmpty)
            let events = try await house.store.audit.list(AuditQuery()).filter { $0.call.tool == "refresh_token_reuse" }
            #expect(events.map(\.call.user) == ["acme/ann"] && events.map(\.outcome?.outcome) == [.refused])
        }
    }

    @Test("A10 the same refresh token twice within 30 s gives the same successor, on two nodes at once too", arguments: StoreEngine.allCases)
    func grace(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (client, first, _) = try await Self.start(house)
            let other = try await house.otherNode()
            let refresh = try #require(first.refresh)
            let answers = try await withThrowingTaskGroup(of: House.TokenPair.self) { group in
                for number in 0..<20 {
                    group.addTask { try await house.refresh(refresh, by: client, at: number % 2 == 0 ? house.authorization : other.server) }
                }
                return try await group.reduce(into: Set<House.TokenPair>()) { $0.insert($1) }
            }
            await other.store.close()
            #expect(answers.count == 1)
            house.clock.advance(.seconds(29))
            let late = try await house.refresh(refresh, by: client)
            #expect(late.refresh == answers.first?.refresh && late.access == answers.first?.access)
            #expect(late.lifetime == .seconds(3_600 - 29))
            // One line: the successor goes on, and nothing else came of it.
            _ = try await house.refresh(try #require(late.refresh), by: client)
            #expect(try await house.store.read { try $0.all("SELECT generation FROM refresh_tokens ORDER BY 1") { $0.int(0) } } == [0, 1, 2])
        }
    }

    @Test("A11 A12 a refresh keeps what was granted, narrows when asked, and never widens", arguments: StoreEngine.allCases)
    func scopes(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (client, first, _) = try await Self.start(house, scopes: ["read:record", "run:sql"])
            for wider in ["read:record write:record", "mcp", "nonsense"] {
                try await house.refuses(.invalidScope) { _ = try await house.refresh(try #require(first.refresh), by: client, scope: wider) }
            }
            let narrow = try await house.refresh(try #require(first.refresh), by: client, scope: "read:record")
            #expect(narrow.scope == "read:record")
            #expect(try await house.refresh(try #require(narrow.refresh), by: client).scope == "read:record run:sql")
        }
    }

    @Test("A05 another client's refresh token is unknown", arguments: StoreEngine.allCases)
    func otherClient(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (client, first, acme) = try await Self.start(house)
            let thief = try await house.application("thief", in: acme.id)
            try await house.refuses(.invalidGrant) { _ = try await house.refresh(try #require(first.refresh), by: thief) }
            _ = try await house.refresh(try #require(first.refresh), by: client)
        }
    }

    @Test("A14 revoking one token ends the family on every node", arguments: StoreEngine.allCases, [true, false])
    func revocation(engine: StoreEngine, byRefreshToken: Bool) async throws {
        try await House.with(engine) { house in
            let (client, tokens, _) = try await Self.start(house)
            let other = try await house.otherNode()
            #expect(try await house.principal(tokens.access, at: other.server) != nil)
            let token = byRefreshToken ? try #require(tokens.refresh) : tokens.access
            let parameters = try House.parameters(client.proof.merging(["token": token]) { $1 })
            try await house.authorization.revocation.revoke(parameters, authorization: nil, House.here)
            #expect(try await house.principal(tokens.access) == nil)
            try await other.store.feed.poll()
            #expect(try await house.principal(tokens.access, at: other.server) == nil)
            await other.store.close()
            try await house.refuses(.invalidGrant) { _ = try await house.refresh(try #require(tokens.refresh), by: client) }
            // Once more is no error, and neither is a token of somebody else.
            try await house.authorization.revocation.revoke(parameters, authorization: nil, House.here)
        }
    }

    @Test("A14 nobody ends the tokens of another client", arguments: StoreEngine.allCases)
    func foreignRevocation(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (_, tokens, acme) = try await Self.start(house)
            let thief = try await house.application("thief", in: acme.id)
            let before = try await house.contents()
            for token in [tokens.access, try #require(tokens.refresh), "nonsense"] {
                let parameters = try House.parameters(thief.proof.merging(["token": token]) { $1 })
                try await house.authorization.revocation.revoke(parameters, authorization: nil, House.here)
            }
            #expect(try await house.contents() == before)
            #expect(try await house.principal(tokens.access) != nil)
        }
    }

    @Test("A refresh token ends thirty days after its last use, and with the person", arguments: StoreEngine.allCases)
    func ends(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (client, first, acme) = try await Self.start(house)
            house.clock.advance(.seconds(29 * 86_400))
            let second = try await house.refresh(try #require(first.refresh), by: client)
            house.clock.advance(.seconds(29 * 86_400))
            let third = try await house.refresh(try #require(second.refresh), by: client)
            try await house.users.disable(acme.id, acme.ann.id)
            try await house.refuses(.invalidGrant) { _ = try await house.refresh(try #require(third.refresh), by: client) }
            try await house.users.enable(acme.id, acme.ann.id)
            house.clock.advance(.seconds(30 * 86_400))
            try await house.refuses(.invalidGrant) { _ = try await house.refresh(try #require(third.refresh), by: client) }
        }
    }

    @Test("No token stands in the database, sealed successors aside", arguments: StoreEngine.allCases)
    func atRest(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (client, first, _) = try await Self.start(house)
            let second = try await house.refresh(try #require(first.refresh), by: client)
            let text = try await house.contents().joined(separator: "\n")
            for secret in [first.access, second.access, first.refresh, second.refresh, client.secret] {
                #expect(!text.contains(try #require(secret)))
            }
            house.clock.advance(.seconds(60))
            try await house.authorization.ended.cleanUp()
            let sealed = try await house.store.read { try $0.all("SELECT 1 FROM refresh_tokens WHERE successor IS NOT NULL") { $0.int(0) } }
            #expect(sealed.isEmpty)
        }
    }
}
