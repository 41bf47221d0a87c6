import GatehouseTesting
import Identity
import JSON
import Notation
import OAuth
import SQL
import Store
import Testing

@Suite("Signing keys")
struct SigningKeyTests {
    /// The id of the key that signed a token, as its header says.
    private static func signer(of token: IdentityFixture.TokenPair) throws -> String {
        let header = try #require(token.access.split(separator: ".").first)
        let bytes = try #require(Base64URL.decode(header.utf8))
        let kid = try JSONValue(parsing: bytes)["kid"]
        return try #require(kid?.string)
    }

    private static func published(by server: AuthorizationServer) async throws -> [String] {
        try await server.signingKeys.jwks()["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    }

    @Test(
        "A21 a new key is published before it signs on any node; the replaced one verifies until its end, and is gone then",
        arguments: StoreEngine.allCases)
    func rotation(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let ask = client.proof.merging(["grant_type": "client_credentials", "scope": "read:record"]) { $1 }
            let old = try await fixture.token(ask)
            let other = try await fixture.otherNode()
            #expect(try await fixture.principal(old.access, at: other.server) != nil)
            let keys = fixture.authorization.signingKeys
            let first = try #require(try await keys.list().first)
            fixture.clock.advance(.seconds(1))
            let second = try await keys.rotate()
            #expect(second.id != first.id && !second.isCurrent && second.signsFrom == fixture.clock.now + SigningKeys.overlap)
            try await other.store.feed.poll()
            let servers = [fixture.authorization, other.server]
            for server in servers {
                #expect(try await Self.published(by: server) == [first.id, second.id])
                #expect(try Self.signer(of: try await fixture.token(ask, by: server)) == first.id)
            }
            fixture.clock.advance(SigningKeys.overlap - .seconds(1))
            for server in servers { #expect(try Self.signer(of: try await fixture.token(ask, by: server)) == first.id) }
            let late = try await fixture.token(ask)
            fixture.clock.advance(.seconds(1))
            for server in servers {
                let new = try await fixture.token(ask, by: server)
                #expect(try Self.signer(of: new) == second.id)
                for reader in servers {
                    for token in [old, late, new] { #expect(try await fixture.principal(token.access, at: reader) != nil) }
                }
                #expect(try await Self.published(by: server) == [second.id, first.id])
            }
            await other.store.close()
            #expect(try await keys.list().map(\.isCurrent) == [true, false])
            fixture.clock.advance(.seconds(60))
            try await fixture.authorization.ended.cleanUp()
            let kept = try await fixture.store.read { try $0.all("SELECT id FROM signing_keys WHERE sealed_key IS NOT NULL") { $0.text(0) } }
            #expect(kept == [second.id], "the private half of the old key is gone")
            fixture.clock.advance(.seconds(3_539))
            #expect(try await fixture.principal(late.access) == nil)
            fixture.clock.advance(.seconds(62))
            #expect(try await Self.published(by: fixture.authorization) == [second.id])
            #expect(try await keys.list().map(\.id) == [second.id])
        }
    }

    @Test("A key that signs at once overtakes a waiting one; several waiting keys take their turns", arguments: StoreEngine.allCases)
    func overlaps(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let ask = client.proof.merging(["grant_type": "client_credentials", "scope": "read:record"]) { $1 }
            let keys = fixture.authorization.signingKeys
            let old = try await fixture.token(ask)
            let waiting = try await keys.rotate()
            fixture.clock.advance(.seconds(300))
            let last = try await keys.rotate()
            fixture.clock.advance(.seconds(300))
            #expect(try Self.signer(of: try await fixture.token(ask)) == waiting.id)
            fixture.clock.advance(.seconds(300))
            #expect(try Self.signer(of: try await fixture.token(ask)) == last.id)
            let skipped = try await keys.rotate()
            fixture.clock.advance(.seconds(1))
            let atOnce = try await keys.rotate(overlap: .zero)
            #expect(atOnce.isCurrent && atOnce.signsFrom == fixture.clock.now)
            let new = try await fixture.token(ask)
            #expect(try Self.signer(of: new) == atOnce.id)
            for token in [old, new] { #expect(try await fixture.principal(token.access) != nil) }
            fixture.clock.advance(SigningKeys.overlap * 2)
            #expect(try Self.signer(of: try await fixture.token(ask)) == atOnce.id && skipped.id != atOnce.id)
            for overlap in [Duration.seconds(-1), .seconds(86_401)] {
                try await fixture.refuses(.invalid) { try await keys.rotate(overlap: overlap) }
            }
        }
    }

    @Test("Nodes that start together make one key", arguments: StoreEngine.allCases)
    func first(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let other = try await fixture.otherNode()
            async let one = fixture.authorization.signingKeys.keySet().id(at: fixture.clock.now)
            async let two = other.server.signingKeys.keySet().id(at: fixture.clock.now)
            let ids = try await [one, two]
            await other.store.close()
            #expect(Set(ids).count == 1)
            #expect(try await fixture.authorization.signingKeys.list().count == 1)
        }
    }

    @Test("An expired, removed or foreign token is not accepted", arguments: StoreEngine.allCases)
    func tokens(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (acme, rival) = (try await fixture.tenant("acme"), try await fixture.tenant("rival"))
            let client = try await fixture.application("agent", in: acme.id)
            let tokens = try await fixture.redeem(try await fixture.code(for: client, try await fixture.session()), by: client)
            let object = try #require(try await fixture.tokens.list(acme.id, ListQuery()).items.first)
            #expect(object.user == acme.annName && object.application == client.application.qualifiedName && object.grantType == "authorization_code")
            try await fixture.refuses(.notFound) { try await fixture.tokens.remove(rival.id, object.name) }
            try await fixture.refuses(.notFound) { _ = try await fixture.tokens.get(acme.id, object.name, user: acme.boss.id) }
            #expect(try await fixture.principal(tokens.access) != nil)
            try await fixture.tokens.remove(acme.id, object.name)
            #expect(try await fixture.principal(tokens.access) == nil)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(tokens.refresh), by: client) }
            let next = try await fixture.redeem(try await fixture.code(for: client, try await fixture.session()), by: client)
            #expect(try await fixture.principal(next.access) != nil)
            #expect(try await fixture.principal(next.access, resource: "\(IdentityFixture.origin)/api/__app/acme/mcp") == nil)
            fixture.clock.advance(.seconds(3_600))
            #expect(try await fixture.principal(next.access) == nil)
            for text in ["x", String(next.access.dropLast(6)) + "AAAAAA", "a.b.c"] { #expect(try await fixture.principal(text) == nil) }
        }
    }
}
