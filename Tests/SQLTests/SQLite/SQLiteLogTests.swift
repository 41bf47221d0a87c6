import Foundation
import GatehouseTesting
import SQL
import Testing

@Suite("SQLite's write-ahead log")
struct SQLiteLogTests {
    /// Unit: bytes.
    private static let written = 48 * 1_048_576

    @Test("A log that has grown long is brought into the file and begun again, and nothing of it is lost")
    func shortened() async throws {
        let fixture = try await SQLiteFixture(["CREATE TABLE t (id INTEGER PRIMARY KEY, bytes BLOB)"])
        for _ in 0..<48 {
            try await fixture.database.write(SQLiteFixture.bounds) { try $0.execute("INSERT INTO t (bytes) VALUES (zeroblob(1048576))") }
        }
        // Three times what the log grows to was written, and one write may be behind it.
        #expect(try size(of: "test.db-wal", fixture) < Self.written / 2)
        #expect(try size(of: "test.db", fixture) > Self.written / 2)
        #expect(try await fixture.texts("SELECT sum(length(bytes)) FROM t") == ["\(Self.written)"])
        await fixture.database.close()
    }

    private func size(of name: String, _ fixture: SQLiteFixture) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.directory.path(of: name))
        return try #require(attributes[.size] as? Int)
    }
}
