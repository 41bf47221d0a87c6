import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing

@Suite("Schema of identity")
struct MigrationTests {
    @Test("A later migration finds the rows of the earlier ones, and they stay", arguments: StoreEngine.allCases)
    func later(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            _ = try await DirectoryTests.key(fixture, acme)
            let before = try await fixture.contents()
            let next = Migration("objects", IdentitySchema.migrations.count { $0.domain == "objects" } + 1, "a column more") { _ in
                ["ALTER TABLE users ADD COLUMN shoe_size \(type: .text)"]
            }
            let store = try await Store.open(
                fixture.place.open(), migrations: IdentitySchema.migrations + [next], secrets: .ephemeral(), node: "next")
            let users = Users(store: store, hasher: fixture.hasher)
            #expect(try await users.find(acme.id, "ann") == acme.ann)
            #expect(try await store.read { try $0.all("SELECT shoe_size FROM users") { $0.isNull(0) } } == [true, true, true])
            let after = try await IdentityFixture.contents(store)
            await store.close()
            #expect(after.count == before.count)
            for (row, old) in zip(after, before) { #expect(row.hasPrefix(old)) }
        }
    }

    @Test("A dcrPolicy stored before it had an effect now has its effect", arguments: StoreEngine.allCases)
    func dcrPolicy(engine: StoreEngine) async throws {
        let place = try await engine.makeDatabase()
        let before = IdentitySchema.migrations.filter { !($0.domain == "objects" && $0.number > 1) }
        let old = try await Store.open(place.open(), migrations: before, secrets: .ephemeral(), node: "old")
        let said: [(String, String)] = [
            ("closed", #"{"dcrPolicy":"disabled","tags":["a"]}"#), ("empty", #"{"dcrPolicy":""}"#), ("open", #"{"dcrPolicy":"open"}"#),
            ("silent", #"{"tags":["b"]}"#),
        ]
        try await old.write { connection in
            for (name, details) in said {
                try connection.execute(
                    """
                    INSERT INTO organizations (name, name_key, display_name, created_at, details) VALUES (\(name), \(name), \(name), 1, \(details))
                    """)
            }
        }
        await old.close()
        let store = try await Store.open(
            place.open(), migrations: IdentitySchema.migrations, secrets: .ephemeral(), node: "new")
        let found = try await Organizations(store: store).list()
        await store.close()
        #expect(found.map(\.name.text) == ["closed", "empty", "open", "silent"])
        #expect(found.map(\.dcrPolicy) == [.disabled, .disabled, .open, .open])
        #expect(found.map(\.details.members) == [["tags": ["a"]], [:], [:], ["tags": ["b"]]])
    }

    @Test("The engine itself refuses values that the services never write", arguments: StoreEngine.allCases)
    func constraints(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (key, _) = try await DirectoryTests.key(fixture, acme)
            let refused: [Statement] = [
                "DELETE FROM organizations WHERE id = \(acme.id)",
                "DELETE FROM users WHERE id = \(acme.ann.id)",
                "DELETE FROM roles WHERE organization_id = \(acme.id) AND name = 'member'",
                "UPDATE memberships SET kind = 'king'",
                "UPDATE users SET is_admin = 2",
                "UPDATE users SET organization_id = 999",
                "UPDATE users SET name_key = 'ann' WHERE organization_id = \(acme.id)",
                "UPDATE workspaces SET name = 'main'",
                "INSERT INTO api_keys SELECT * FROM api_keys WHERE id = \(key)",
            ]
            let before = try await fixture.contents()
            for statement in refused {
                await #expect {
                    try await fixture.store.write { try $0.execute(statement) }
                } throws: { ($0 as? DatabaseError)?.code == .constraint }
            }
            #expect(try await fixture.contents() == before)
        }
    }
}
