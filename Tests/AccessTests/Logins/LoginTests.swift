import Access
import Catalog
import GatehouseTesting
import SQL
import Store
import Testing

/// The tests that `gatehouse check` makes with the logins of data sources, on real servers.
@Suite("Logins of data sources")
struct LoginTests {
    private static func script(_ kind: GuardedSource.Kind) -> String {
        "CREATE TABLE staff (id INT PRIMARY KEY, name VARCHAR(50)); INSERT INTO staff VALUES (1, 'Ann')"
    }

    @Test(
        "the excess rights of a superuser are reported, and the test leaves nothing behind",
        arguments: [GuardedSource.Kind.postgreSQLSuperuser, .mariaDBSuperuser])
    func superuser(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            let before = try source.hash()
            let found = try await source.world.sources.loginFindings("dw", in: World.workspace.id, World.bounds)
            let words = found.map(\.words)
            for power in ["is a superuser", "write files on the server", "read password hashes", "can make tables", "can make temporary tables"] {
                #expect(words.contains { $0.contains(power) }, "\(power): \(words)")
            }
            #expect(found.count >= 12 && found.first?.severity == .server && Set(found).count == found.count)
            let after = try source.hash()
            #expect(after == before)
        }
    }

    @Test("a login that can only read is not found fault with", arguments: [GuardedSource.Kind.postgreSQLReader, .mariaDBReader])
    func reader(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            let before = try source.hash()
            let found = try await source.world.sources.loginFindings("dw", in: World.workspace.id, World.bounds)
            #expect(found.allSatisfy { $0.severity == .rows }, "\(found)")
            let after = try source.hash()
            #expect(after == before)
        }
    }

    @Test(
        "each additional right is found: writing rows, creating tables, reading other sessions",
        arguments: [GuardedSource.Kind.postgreSQLReader, .mariaDBReader])
    func more(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script(kind)) { source in
            let isPostgreSQL = kind == .postgreSQLReader
            let reader =
                isPostgreSQL
                ? try source.sql("SELECT current_database() || '_reader'") : "`" + (try source.sql("SELECT concat(DATABASE(), '_reader')")) + "`@'%'"
            let rights: [(grant: String, power: String)] =
                isPostgreSQL
                ? [
                    ("GRANT UPDATE ON staff TO \"\(reader)\"", "can write to 1 of the tables"),
                    ("GRANT CREATE ON SCHEMA public TO \"\(reader)\"", "can make tables"),
                    ("GRANT pg_read_server_files TO \"\(reader)\"", "can read files on the server"),
                    ("GRANT pg_execute_server_program TO \"\(reader)\"", "can run programs on the server"),
                ]
                : [
                    ("GRANT UPDATE ON staff TO \(reader)", "can update rows"),
                    ("GRANT CREATE TEMPORARY TABLES ON *.* TO \(reader)", "can make temporary tables"),
                    ("GRANT FILE ON *.* TO \(reader)", "can read and write files on the server"),
                    ("GRANT PROCESS ON *.* TO \(reader)", "can see the statements of others"),
                ]
            var known = 0
            for right in rights {
                _ = try source.sql(right.grant)
                let words = try await source.world.sources.loginFindings("dw", in: World.workspace.id, World.bounds).map(\.words)
                #expect(words.contains { $0.contains(right.power) }, "\(right.power): \(words)")
                #expect(words.count > known)
                known = words.count
            }
        }
    }

    @Test("the login of 'main' may create tables and write: only rights beyond its database are reported")
    func main() async throws {
        let world = try await World()
        let found = try await world.sources.loginFindings("main", in: World.workspace.id, World.bounds)
        #expect(found == [])
        await world.close()
    }
}
