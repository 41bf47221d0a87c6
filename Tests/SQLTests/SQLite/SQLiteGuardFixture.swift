import Foundation
import GatehouseTesting
import SQL
import Testing

/// A database with a public and a hidden table, and a guard before it.
struct SQLiteGuardFixture {
    let base: SQLiteFixture

    init(_ more: [Statement] = []) async throws {
        base = try await SQLiteFixture(
            [
                "CREATE TABLE open (id INTEGER PRIMARY KEY, name TEXT, secret TEXT)",
                "CREATE TABLE hidden (id INTEGER PRIMARY KEY, secret TEXT)",
                "INSERT INTO open VALUES (1, 'one', 's1'), (2, 'two', 's2')",
                "INSERT INTO hidden VALUES (1, 'h1'), (2, 'h2'), (3, 'h3')",
                "CREATE VIEW shown AS SELECT secret AS s FROM hidden WHERE id = 1",
                "CREATE VIEW unshown AS SELECT secret AS s FROM hidden",
            ] + more)
    }

    static let functions: Set<String> = [
        "count", "sum", "upper", "replace", "printf", "hex", "randomblob", "zeroblob", "json_each", "group_concat", "max",
        "load_extension", "fts3_tokenizer", "readfile", "writefile", "edit",
    ]
    static let readRights = SQLiteReadRights(tables: ["open": ["id", "name"], "shown": nil], functions: functions)

    func rows(
        _ sql: String, _ limits: RowLimits = .none, within time: Duration = .seconds(1_800)
    ) async throws -> (rows: [[String]], summary: ReadSummary) {
        try await base.database.guarded(.within(time), Self.readRights) { connection in
            var rows: [[String]] = []
            let summary = try connection.query(Statement(verbatim: sql), limits: limits, columns: { _ in }) { row in
                rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
                return .more
            }
            return (rows, summary)
        }
    }

    func compile(_ sql: String) async throws -> CompiledRead {
        try await base.database.guarded(SQLiteFixture.bounds, Self.readRights) { try $0.compile(Statement(verbatim: sql)) }
    }

    /// The refusal of a statement, when compiled and when run, after a look that no byte and no file has changed.
    func refusal(of sql: String) async throws -> SQLiteRefusal {
        let before = try effects()
        let run = await #expect(throws: SQLiteRefusal.self, "\(sql)") { try await rows(sql) }
        let compiled = await #expect(throws: SQLiteRefusal.self, "\(sql)") { try await compile(sql) }
        #expect(run == compiled)
        #expect(try effects() == before, "\(sql)")
        return try #require(run)
    }

    /// Every file beside the database, and the bytes of the database and its log.
    func effects() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try base.directory.contents() {
            // The shared index of the log holds the readers' own marks.
            let isIndex = name.hasSuffix("-shm")
            files[name] = isIndex ? Data() : try Data(contentsOf: URL(fileURLWithPath: base.directory.path(of: name)))
        }
        return files
    }
}
