import Foundation
import GatehouseTesting
import Testing

@Suite struct PostgreSQLServerTests {
    @Test("the shared server gives each test a database of its own")
    func databases() async throws {
        let server = try await PostgreSQLServer.shared()
        let first = try server.makeDatabase()
        let second = try server.makeDatabase()
        try server.psql("CREATE TABLE t (a int); INSERT INTO t VALUES (7)", database: first)
        #expect(try server.psql("SELECT a FROM t", database: first) == "7")
        #expect(try server.psql("SELECT to_regclass('t') IS NULL", database: second) == "t")
        try server.dropDatabase(first)
        #expect(try server.psql("SELECT count(*) FROM pg_database WHERE datname = '\(first)'") == "0")
    }

    @Test("a server of one test's own stops, starts again with its data, and leaves no files")
    func restart() async throws {
        var server: PostgreSQLServer? = try PostgreSQLServer()
        let directory = try #require(server?.socketDirectory)
        try server?.psql("CREATE TABLE kept (a int)")
        try server?.stop()
        #expect(throws: FixtureError.self) { try server?.psql("SELECT 1") }
        try server?.start()
        #expect(try server?.psql("SELECT count(*) FROM kept") == "0")
        server = nil
        try await until { !FileManager.default.fileExists(atPath: directory) }
    }

    @Test("a read-only role reads and cannot write")
    func readOnlyRole() async throws {
        let server = try await PostgreSQLServer.shared()
        let database = try server.makeDatabase()
        try server.makeReadOnlyRole("reader_\(database)")
        try server.psql("CREATE TABLE t (a int); INSERT INTO t VALUES (1)", database: database)
        #expect(try server.psql("SELECT a FROM t", database: database, user: "reader_\(database)") == "1")
        #expect(throws: FixtureError.self) {
            try server.psql("SET default_transaction_read_only = off; DELETE FROM t", database: database, user: "reader_\(database)")
        }
        #expect(try server.psql("SELECT count(*) FROM t", database: database) == "1")
    }

    @Test("a temporary directory is empty at first and goes with its last reference")
    func temporaryDirectory() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(directory?.path)
        #expect(try directory?.contents() == [])
        try Data().write(to: URL(fileURLWithPath: path + "/a"))
        #expect(try directory?.contents() == ["a"])
        directory = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
