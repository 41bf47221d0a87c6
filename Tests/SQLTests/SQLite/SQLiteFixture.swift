import Foundation
import GatehouseTesting
import SQL
import Testing

/// A database of a test's own.
struct SQLiteFixture {
    let directory: TemporaryDirectory
    let database: SQLiteDatabase
    var path: String { directory.path(of: "test.db") }

    /// - Parameter script: statements that make the schema and its rows.
    init(_ script: [Statement] = [], options: SQLiteOptions = SQLiteOptions(synchronous: .normal)) async throws {
        directory = try TemporaryDirectory()
        database = try SQLiteDatabase(path: directory.path(of: "test.db"), options: options)
        try await database.write(.patient) { connection in
            for statement in script { try connection.execute(statement) }
        }
    }

    static var bounds: CallBounds { .patient }

    /// Of the write-ahead log. Unit: bytes.
    func logSize() throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber)?.intValue ?? 0
    }

    /// The first column of every row, as text.
    func texts(_ statement: Statement) async throws -> [String] {
        try await database.read(Self.bounds) { try $0.all(statement) { $0.text(0) ?? "NULL" } }
    }
}

extension Statement {
    /// Counts to `count` inside the engine, as slowly as recursion is.
    static func counting(to count: Int) -> Statement {
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) SELECT count(*) FROM n"
    }
}
