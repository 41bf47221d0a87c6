import GatehouseTesting
import Identity
import JSON
import OAuth
import SQL
import Store
import Testing

@Suite("Signing keys")
struct SigningKeyTests {
    @Test("A21 a replaced key verifies until its end on every node, and is gone then", arguments: StoreEngine.allCases)
    func rotation(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let client = try await house.application("agent", in: acme.id, scopes: ["read:record"])
            let ask = client.proof.merging(["grant_type": "client_credentials"]) { $1 }
            let old = try await house.token(ask)
            let other = try await house.otherNode()
            #expect(try await house.principal(old.access, at: other.server) != nil)
            let first = try #require(try await house.authorization.signingKeys.list().first)
            let second = try await house.authorization.signingKeys.rotate()
            #expect(second.id != first.id && second.isCurrent)
            try await other.store.feed.poll()
            let new = try await house.token(ask, by: other.server)
            for server in [house.authorization, other.server] {
                #expect(try await house.principal(old.access, at: server) != nil)
                #expect(try await house.principal(new.access, at: server) != nil)
                let keys = try await server.signingKeys.jwks()["keys"]?.array?.compactMap { $0["kid"]?.string }
                #expect(keys == [second.id, first.id])
            }
            await other.store.close()
            let kept = try await house.store.read { try $0.all("SELECT id FROM signing_keys WHERE sealed_key IS NOT NULL") { $0.text(0) } }
            #expect(kept == [second.id], "the private half of the old key is gone")
            house.clock.advance(.seconds(3_600 + 61))
            #expect(try await house.principal(old.access) == nil)
            let later = try await house.token(ask)
            #expect(try await house.principal(later.access) != nil)
            #expect(try await house.authorization.signingKeys.jwks()["keys"]?.array?.count == 1)
            #expect(try await house.authorization.signingKeys.list().map(\.id) == [second.id])
        }
    }

    @Test("Nodes that start together make one key", arguments: StoreEngine.allCases)
    func first(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let other = try await house.otherNode()
            async let one = house.authorization.signingKeys.keySet().id
            async let two = other.server.signingKeys.keySet().id
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
            let object = try #require(try await house.tokens.list(acme.id).first)
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
