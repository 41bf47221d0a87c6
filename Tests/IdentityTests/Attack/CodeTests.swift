import GatehouseTesting
import Identity
import OAuth
import SQL
import Store
import Testing

@Suite("Authorization codes")
struct CodeTests {
    @Test("A code becomes tokens that act for the person, once", arguments: StoreEngine.allCases)
    func exchange(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let session = try await fixture.session()
            let code = try await fixture.code(for: client, session, scopes: ["mcp", "offline_access"])
            let tokens = try await fixture.redeem(code, by: client)
            #expect(tokens.scope == "mcp offline_access")
            #expect(tokens.lifetime == .seconds(3_600))
            let principal = try #require(try await fixture.principal(tokens.access))
            #expect(principal.user == acme.ann.id && principal.organization == acme.id && principal.applicationName == "agent")
            #expect(principal.scopeText == "mcp offline_access" && principal.audience == IdentityFixture.main && !principal.isAdministrator)
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.map(\.name).map(Optional.some) == [principal.tokenName])
        }
    }

    @Test("A04 a wrong verifier spends the code", arguments: StoreEngine.allCases)
    func wrongVerifier(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let code = try await fixture.code(for: client, try await fixture.session())
            let wrong = String(repeating: "v", count: 43)
            try await fixture.refuses(.invalidGrant, changes: true) { _ = try await fixture.redeem(code, by: client, verifier: wrong) }
            try await fixture.refuses(.invalidGrant, changes: true) { _ = try await fixture.redeem(code, by: client) }
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.isEmpty)
        }
    }

    @Test("A05 another client gets nothing for a code, and the owner still does", arguments: StoreEngine.allCases)
    func otherClient(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let thief = try await fixture.application("thief", in: acme.id)
            let code = try await fixture.code(for: client, try await fixture.session())
            _ = try await fixture.authorization.signingKeys.keySet()
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.redeem(code, by: thief) }
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.isEmpty)
            let tokens = try await fixture.redeem(code, by: client)
            #expect(try await fixture.principal(tokens.access)?.application == client.application.id)
        }
    }

    @Test("A06 a code is nothing after its minute", arguments: StoreEngine.allCases)
    func late(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let session = try await fixture.session()
            let (first, second) = (try await fixture.code(for: client, session), try await fixture.code(for: client, session))
            fixture.clock.advance(.seconds(59))
            let tokens = try await fixture.redeem(first, by: client)
            #expect(try await fixture.principal(tokens.access) != nil)
            fixture.clock.advance(.seconds(1))
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.redeem(second, by: client) }
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.count == 1)
        }
    }

    @Test("A07 a code used twice ends the tokens of its first use", arguments: StoreEngine.allCases)
    func twice(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let code = try await fixture.code(for: client, try await fixture.session())
            let tokens = try await fixture.redeem(code, by: client)
            #expect(try await fixture.principal(tokens.access) != nil)
            try await fixture.refuses(.invalidGrant, changes: true) { _ = try await fixture.redeem(code, by: client) }
            #expect(try await fixture.principal(tokens.access) == nil)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(tokens.refresh), by: client) }
            #expect(try await fixture.store.audit.list(AuditQuery()).contains { $0.call.tool == "code_reuse" && $0.call.user == "acme/ann" })
        }
    }

    @Test("A08 of 50 redemptions at once on two nodes exactly one succeeds", arguments: StoreEngine.allCases)
    func race(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let code = try await fixture.code(for: client, try await fixture.session())
            let other = try await fixture.otherNode()
            _ = try await fixture.authorization.signingKeys.keySet()
            let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    let server = number % 2 == 0 ? fixture.authorization : other.server
                    group.addTask {
                        do {
                            _ = try await fixture.redeem(code, by: client, at: server)
                            return true
                        } catch let error as OAuthError where error.code == .invalidGrant {
                            return false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            await other.store.close()
            #expect(successes == 1)
            // The second use of a code ends the tokens of the first.
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.isEmpty)
            #expect(try await fixture.store.read { try $0.all("SELECT id FROM access_tokens") { $0.int(0) } }.count == 1)
        }
    }
}
