import Access
import Catalog
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Testing

/// The engine gets the printed text, which must mean the same as the caller's.
@Suite("Printed SQL of callers on its engine")
struct PrintedTextTests {
    private func first(_ sql: String, on engine: DataEngine) async throws -> [String] {
        let made = try await engine.makeDatabase()
        let world = try await World()
        // Made by its first opening.
        try await made.withOpenDatabase { _ in }
        _ = try await world.sources.add(NewDataSource(name: "dw", url: try DatabaseURL(parsing: made.url)), in: World.workspace.id, trust: .operator)
        let read = try await world.gate.prepare(sql, grant: World.grant(["admin"]), source: "dw", World.bounds)
        let row = try await read.run(into: [String](), limits: .none, World.bounds, columns: { _, _ in }) { cells, row in
            cells = (0..<row.columnCount).map { row.text($0) ?? "NULL" }
            return .stop
        }.result
        await world.close()
        return row
    }

    @Test("C19 a backslash in a string has the dialect's meaning")
    func backslashes() async throws {
        let written = #"SELECT 'a\\b', char_length('a\\b'), 'it''s\'', '50%' LIKE '50\%', '50x' LIKE '50\%'"#
        #expect(try await first(written, on: .mariadb) == [#"a\b"#, "3", "it's'", "1", "0"])
        let plain = #"SELECT 'a\\b', length('a\\b'), 'it''s', CASE WHEN '50%' LIKE '50\%' THEN 1 END, CASE WHEN '50x' LIKE '50\%' THEN 1 END"#
        #expect(try await first(plain, on: .postgresql) == [#"a\\b"#, "4", "it's", "1", "NULL"])
        #expect(try await first(#"SELECT 'a\\b', length('a\\b'), 'it''s'"#, on: .sqlite) == [#"a\\b"#, "4", "it's"])
    }
}
