import Foundation
import GatehouseTesting
import Identity
import SQLSyntax
import Store
import Testing

@Suite("Secrets at rest")
struct KeyAtRestTests {
    @Test("A45 neither a key nor a password is in the database's files, in a list or in any description")
    func files() async throws {
        try await IdentityFixture.with(.sqlite) { fixture in
            let acme = try await fixture.tenant("acme")
            let made = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: "laptop", limits: KeyLimits(scopes: ["run:sql"]), bound: acme.bound(acme.ann))
            let key = made.key.text
            let presented = try made.presented
            _ = try await fixture.directory.principal(presented)
            try await fixture.uses.flush()
            var hasName = false
            let folder = URL(fileURLWithPath: String(fixture.place.url.dropFirst("sqlite://".count))).deletingLastPathComponent()
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let data = try Data(contentsOf: folder.appendingPathComponent(file))
                if data.range(of: Data("laptop".utf8)) != nil { hasName = true }
                #expect(data.range(of: Data(key.utf8)) == nil, "\(file)")
                #expect(data.range(of: Data(key.dropFirst(5).utf8)) == nil, "\(file)")
                #expect(data.range(of: Data("ann's password".utf8)) == nil, "\(file)")
            }
            // The search is of the right files: the name of the key is in them.
            #expect(hasName)
            let listed = try await fixture.keys.list(acme.id)
            let principal = try await fixture.keys.find(presented)
            for text in ["\(listed)", "\(made)", "\(String(describing: principal))", "\(presented)", String(reflecting: made), "\(fixture.store)"] {
                #expect(!text.contains(key.dropFirst(9)))
            }
        }
    }

    @Test("A45 the tables hold no key and no password", arguments: StoreEngine.allCases)
    func tables(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let made = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: "laptop", limits: KeyLimits(scopes: ["run:sql"]), bound: acme.bound(acme.ann))
            let rows = try await fixture.contents().joined()
            #expect(rows.contains("laptop"))
            #expect(!rows.contains(made.key.text.dropFirst(9)))
            #expect(!rows.contains("ann's password"))
        }
    }

    @Test("A revoked key is never accepted again", arguments: StoreEngine.allCases)
    func revoked(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (id, key) = try await DirectoryTests.key(fixture, acme)
            #expect(try await fixture.directory.principal(key) != nil)
            try await fixture.refuses(.notFound) { try await fixture.keys.revoke(acme.id, id, user: acme.boss.id) }
            try await fixture.keys.revoke(acme.id, id, user: acme.ann.id)
            #expect(try await fixture.directory.principal(key) == nil)
            let revoked = try await fixture.keys.list(acme.id).map(\.revokedAt)
            fixture.clock.advance(.seconds(1))
            try await fixture.keys.revoke(acme.id, id)
            #expect(try await fixture.keys.list(acme.id).map(\.revokedAt) == revoked)
            #expect(revoked == [TestClock.start])
        }
    }
}
