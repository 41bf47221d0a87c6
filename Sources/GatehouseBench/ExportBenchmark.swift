import Glibc
import JSON
import SQL

/// Exports many rows through the driver and prints the time and the growth of memory. Rows are written one by one to a buffer that is
/// emptied, so memory does not grow with the number of rows.
enum ExportBenchmark {
    static func run(path: String, rows: Int) async throws {
        let database = try SQLiteDatabase(path: path)
        try await database.write(.within(.seconds(600))) { connection in
            try connection.execute("CREATE TABLE IF NOT EXISTS wide (id INTEGER PRIMARY KEY, name TEXT, amount REAL, at TEXT, note TEXT)")
            try connection.execute("DELETE FROM wide")
            try connection.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                INSERT INTO wide SELECT i, 'name ' || i, i * 0.25, '2026-01-01T00:00:00Z', 'a note of some length for row ' || i FROM n
                """
            )
        }
        try await export(database, "SELECT id, name, amount, at, note FROM wide")
    }

    /// Exports the table `orders` of a database server.
    static func run(url: String) async throws {
        try await export(try PostgreSQLDatabase(url: try DatabaseURL(parsing: url)), "SELECT * FROM orders")
    }

    /// The buffer is emptied before it exceeds its capacity. Unit: bytes.
    private static let bufferSize = 65_536
    private static let flushSize = 60_000

    private static func export(_ database: any Database, _ statement: Statement) async throws {
        let before = residentKilobytes()
        let start = ContinuousClock.now
        let (count, bytes) = try await database.read(.within(.seconds(600))) { connection in
            var writer = JSONWriter(reservingCapacity: bufferSize)
            var bytes = 0
            let summary = try connection.query(statement, limits: .none, columns: { _ in }) { row in
                try writer.array { writer in
                    for index in 0..<row.columnCount { try row.write(index, to: &writer) }
                }
                if writer.bytes.count > flushSize {
                    bytes += writer.bytes.count
                    writer.removeAll(keepingCapacity: true)
                }
                return .more
            }
            return (summary.rows, bytes + writer.bytes.count)
        }
        let taken = ContinuousClock.now - start
        await database.close()
        let seconds = taken / .seconds(1)
        print("{\"rows\":\(count),\"bytes\":\(bytes),\"seconds\":\(seconds),\"grown_kb\":\(residentKilobytes() - before)}")
    }

    /// The resident set, from `/proc/self/statm`.
    private static func residentKilobytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_024
    }
}
