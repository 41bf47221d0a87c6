import GatehouseTesting
import SQL
import Testing

@Suite("SQLite: the memory of callers' statements")
struct SQLiteMemoryTests {
    /// Keeps rows of 900 KB until there are a thousand.
    private static let hungry = """
        WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000), \
        v AS (SELECT replace('\(String(repeating: "a", count: 1000))', 'a', '\(String(repeating: "b", count: 900))') AS x) \
        SELECT count(DISTINCT x || n) FROM r, v
        """

    @Test("C37 a caller's statement that takes much memory is stopped at its share, and leaves the rest to the server")
    func share() async throws {
        let fixture = try await SQLiteFixture(
            ["CREATE TABLE open (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO open VALUES (1, 'one')"],
            options: SQLiteOptions(synchronous: .normal, memoryOfOthers: 256 << 20))
        let rows: @Sendable (String) async throws -> [String] = { text in
            try await fixture.database.guarded(SQLiteFixture.bounds, SQLiteReadRights(tables: ["open": nil], functions: ["count", "replace"])) {
                connection in
                var rows: [String] = []
                _ = try connection.query(Statement(verbatim: text), limits: .none, columns: { _ in }) { row in
                    rows.append(row.text(0) ?? "NULL")
                    return .more
                }
                return rows
            }
        }
        let error = await databaseError { try await rows(Self.hungry) }
        // Stopped by us, not refused memory by SQLite.
        #expect(error?.code == .limit && error?.detail.hasPrefix("SQLite 9") == true, "\(error?.detail ?? "none")")
        #expect(try await rows("SELECT name FROM open") == ["one"])
    }

    @Test("C37 a caller's statement is also stopped while it is compiled, where the engine itself has no limit")
    func compilation() async throws {
        let fixture = try await SQLiteFixture(
            ["CREATE TABLE open (id INTEGER PRIMARY KEY, name TEXT)"], options: SQLiteOptions(synchronous: .normal, memoryOfOthers: 1))
        let error = await databaseError {
            _ = try await fixture.database.guarded(SQLiteFixture.bounds, SQLiteReadRights(tables: ["open": nil], functions: [])) {
                try $0.compile("SELECT name FROM open")
            }
        }
        // Code 23: the authorizer's refusal.
        #expect(error?.code == .limit && error?.detail.hasPrefix("SQLite 23") == true, "\(error?.detail ?? "none")")
    }
}
