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
    private static func signer(of token: House.TokenPair) throws -> String {
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
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let client = try await house.application("agent", in: acme.id, scopes: ["read:record"])
            let ask = client.proof.merging(["grant_type": "client_credentials", "scope": "read:record"]) { $1 }
            let old = try await house.token(ask)
            let other = try await house.otherNode()
            #expect(try await house.principal(old.access, at: other.server) != nil)
            let keys = house.authorization.signingKeys
            let first = try #require(try await keys.list().first)
            house.clock.advance(.seconds(1))
            let second = try await keys.rotate()
            #expect(second.id != first.id && !second.isCurrent && second.signsFrom == house.clock.now + SigningKeys.overlap)
            try await other.store.feed.poll()
            let servers = [house.authorization, other.server]
            for server in servers {
                #expect(try await Self.published(by: server) == [first.id, second.id])
                #expect(try Self.signer(of: try await house.token(ask, by: server)) == first.id)
            }
            house.clock.advance(SigningKeys.overlap - .seconds(1))
            for server in servers { #expect(try Self.signer(of: try await house.token(ask, by: server)) == first.id) }
            let late = try await house.token(ask)
            house.clock.advance(.seconds(1))
            for server in servers {
                let new = try await house.token(ask, by: server)
                #expect(try Self.signer(of: new) == second.id)
                for reader in servers {
                    for token in [old, late, new] { #expect(try await house.principal(token.access, at: reader) != nil) }
                }
                #expect(try await Self.published(by: server) == [second.id, first.id])
            }
            await other.store.close()
            #expect(try await keys.list().map(\.isCurrent) == [true, false])
            house.clock.advance(.seconds(60))
            try await house.authorization.ended.cleanUp()
            let kept = try await house.store.read { try $0.all("SELECT id FROM signing_keys WHERE sealed_key IS NOT NULL") { $0.text(0) } }
            #expect(kept == [second.id], "the private half of the old key is gone")
            house.clock.advance(.seconds(3_539))
            #expect(try await house.principal(late.access) == nil)
            house.clock.advance(.seconds(62))
            #expect(try await Self.published(by: house.authorization) == [second.id])
            #expect(try await keys.list().map(\.id) == [second.id])
        }
    }

    @Test("A key that waits for its turn is skipped by one that signs at once; each of several keys has its turn", arguments: StoreEngine.allCases)
    func overlaps(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let client = try await house.application("agent", in: acme.id, scopes: ["read:record"])
            let ask = client.proof.merging(["grant_type": "client_credentials", "scope": "read:record"]) { $1 }
            let keys = house.authorization.signingKeys
            let old = try await house.token(ask)
            let waiting = try await keys.rotate()
            house.clock.advance(.seconds(300))
            let last = try await keys.rotate()
            house.clock.advance(.seconds(300))
            #expect(try Self.signer(of: try await house.token(ask)) == waiting.id)
            house.clock.advance(.seconds(300))
            #expect(try Self.signer(of: try await house.token(ask)) == last.id)
            let skipped = try await keys.rotate()
            house.clock.advance(.seconds(1))
            let atOnce = try await keys.rotate(overlap: .zero)
            #expect(atOnce.isCurrent && atOnce.signsFrom == house.clock.now)
            let new = try await house.token(ask)
            #expect(try Self.signer(of: new) == atOnce.id)
            for token in [old, new] { #expect(try await house.principal(token.access) != nil) }
            house.clock.advance(SigningKeys.overlap * 2)
            #expect(try Self.signer(of: try await house.token(ask)) == atOnce.id && skipped.id != atOnce.id)
            for overlap in [Duration.seconds(-1), .seconds(86_401)] {
                try await house.refuses(.invalid) { try await keys.rotate(overlap: overlap) }
            }
        }
    }

    @Test("Nodes that start together make one key", arguments: StoreEngine.allCases)
    func first(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let other = try await house.otherNode()
            async let one = house.authorization.signingKeys.keySet().id(at: house.clock.now)
            async let two = other.server.signingKeys.keySet().id(at: house.clock.now)
            let ids = try await [one, two]
            await other.store.close()
            #expect(Set(ids).count == 1)
            #expect(try await house.authorization.signingKeys.list().count == 1)
        }
    }

    @Test("A token that ends, is removed as an object, or was never ours stands for nobody", arguments: StoreEngine.allCases)
    func tokens(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let (acme, rival) = (try await house.tenant("acme"), try await house.tenant("rival"))
            let client = try await house.application("agent", in: acme.id)
            let tokens = try await house.redeem(try await house.code(for: client, try await house.session()), by: client)
            let object = try #require(try await house.tokens.list(acme.id, ListQuery()).items.first)
            #expect(object.user == acme.annName && object.application == client.application.qualifiedName && object.grantType == "authorization_code")
            try await house.refuses(.notFound) { try await house.tokens.remove(rival.id, object.name) }
            try await house.refuses(.notFound) { _ = try await house.tokens.get(acme.id, object.name, user: acme.boss.id) }
            #expect(try await house.principal(tokens.access) != nil)
            try await house.tokens.remove(acme.id, object.name)
            #expect(try await house.principal(tokens.access) == nil)
            try await house.refuses(.invalidGrant) { _ = try await house.refresh(try #require(tokens.refresh), by: client) }
            let next = try await house.redeem(try await house.code(for: client, try await house.session()), by: client)
            #expect(try await house.principal(next.access) != nil)
            #expect(try await house.principal(next.access, resource: "\(House.origin)/api/__app/acme/mcp") == nil)
            house.clock.advance(.seconds(3_600))
            #expect(try await house.principal(next.access) == nil)
            for text in ["x", String(next.access.dropLast()) + "A", "a.b.c"] { #expect(try await house.principal(text) == nil) }
        }
    }
}
