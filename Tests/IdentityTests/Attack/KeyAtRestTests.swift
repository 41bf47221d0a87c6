import Foundation
import GatehouseTesting
import Identity
import Store
import Testing

@Suite("Secrets at rest")
struct KeyAtRestTests {
    @Test("A45 neither a key nor a password is in the database's files, in a list or in any description")
    func files() async throws {
        try await House.with(.sqlite) { house in
            let acme = try await house.tenant("acme")
            let made = try await house.keys.create(
                acme.id, user: acme.ann.id, name: "laptop", limits: KeyLimits(scopes: ["run:sql"]), bound: acme.bound(acme.ann))
            let key = made.key.text
            let presented = try made.presented
            _ = try await house.directory.principal(presented)
            try await house.uses.flush()
            var bytes = 0
            for file in try house.place.directory.contents() {
                let data = try Data(contentsOf: URL(fileURLWithPath: house.place.directory.path(of: file)))
                bytes += data.count
                #expect(data.range(of: Data(key.utf8)) == nil, "\(file)")
                #expect(data.range(of: Data(key.dropFirst(5).utf8)) == nil, "\(file)")
                #expect(data.range(of: Data("ann's password".utf8)) == nil, "\(file)")
            }
            // The search is of the right files: the name of the key is in them.
            #expect(bytes > 10_000)
            let listed = try await house.keys.list(acme.id)
            let principal = try await house.keys.find(presented)
            for text in ["\(listed)", "\(made)", "\(String(describing: principal))", "\(presented)", String(reflecting: made), "\(house.store)"] {
                #expect(!text.contains(key.dropFirst(9)))
            }
        }
    }

    @Test("A45 the tables hold no key and no password", arguments: Engine.allCases)
    func tables(engine: Engine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let made = try await house.keys.create(
                acme.id, user: acme.ann.id, name: "laptop", limits: KeyLimits(scopes: ["run:sql"]), bound: acme.bound(acme.ann))
            let rows = try await house.contents().joined()
            #expect(rows.contains("laptop"))
            #expect(!rows.contains(made.key.text.dropFirst(9)))
            #expect(!rows.contains("ann's password"))
        }
    }

    @Test("A revoked key is nobody's, and stays so", arguments: Engine.allCases)
    func revoked(engine: Engine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let (id, key) = try await DirectoryTests.key(house, acme)
            #expect(try await house.directory.principal(key) != nil)
            try await house.refuses(.notFound) { try await house.keys.revoke(acme.id, id, user: acme.boss.id) }
            try await house.keys.revoke(acme.id, id, user: acme.ann.id)
            #expect(try await house.directory.principal(key) == nil)
            let revoked = try await house.keys.list(acme.id).map(\.revokedAt)
            house.clock.advance(.seconds(1))
            try await house.keys.revoke(acme.id, id)
            #expect(try await house.keys.list(acme.id).map(\.revokedAt) == revoked)
            #expect(revoked == [TestClock.start])
        }
    }
}
