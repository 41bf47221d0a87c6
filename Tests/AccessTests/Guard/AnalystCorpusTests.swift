import Access
import Catalog
import Foundation
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Testing

/// About a hundred analytical statements per engine, written from its manual, independently of our parser. Each must return the titles and
/// rows that the engine itself returns, also for a caller with rules that hide no row.
@Suite("SQL of analysts: corpus")
struct AnalystCorpusTests {
    private static func parts(_ file: String) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            .components(separatedBy: "\n\n").map { $0.trimmingCharacters(in: .newlines) }.filter { !$0.isEmpty }
    }

    private struct Answer: Equatable {
        var titles: [String] = []
        var rows: [[String]] = []

        mutating func add(_ row: any Row) { rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" }) }

        /// With sorted rows, because engines return rows without ORDER BY in any order.
        var sorted: Answer { Answer(titles: titles, rows: rows.sorted { $0.lexicographicallyPrecedes($1) }) }
    }

    private static func own(_ text: String, _ source: GuardedSource) async throws -> Answer {
        let open = try await source.world.sources.open("dw", in: World.workspace.id)
        return try await open.database.read(World.bounds) { connection in
            var answer = Answer()
            _ = try connection.query(Statement(verbatim: text), limits: .none, columns: { answer.titles = $0.map(\.name) }) { row in
                answer.add(row)
                return .more
            }
            return answer
        }
    }

    private static func guarded(_ text: String, _ role: String, _ source: GuardedSource) async throws -> Answer {
        let read = try await source.world.gate.prepare(text, grant: World.grant([role]), source: "dw", World.bounds)
        return try await read.run(into: Answer(), limits: RowLimits(maximumRows: 10_000), World.bounds) {
            $0.titles = $1.map(\.name)
        } row: { answer, row in
            answer.add(row)
            return .more
        }.result
    }

    /// Prepares the text with other values first, so that the text itself uses the cached decision if possible.
    private static func judgeVaried(_ text: String, _ role: String, _ source: GuardedSource, _ dialect: Dialect) async throws {
        var varied = Array(text.utf8)
        for value in (StatementShape.read(text, in: dialect)?.values ?? []).reversed() {
            if value.isNumber {
                varied.insert(UInt8(ascii: "1"), at: value.offset)
            } else if varied[value.offset] == UInt8(ascii: "'") {
                varied.insert(UInt8(ascii: "z"), at: value.offset + 1)
            }
        }
        do throws(Refusal) {
            _ = try await source.world.gate.prepare(
                String(decoding: varied, as: UTF8.self), grant: World.grant([role]), source: "dw", World.bounds)
        } catch {
            // With these values it is no statement that is understood.
        }
    }

    /// Refused behind these rules, as it is meant: samples and NATURAL JOIN of narrowed tables; or shows the hidden column.
    private static func isNarrowed(_ text: String) -> Bool {
        ["TABLESAMPLE", "NATURAL", "email", "c.*", "FROM customers c JOIN regions"].contains { text.contains($0) }
    }

    @Test("each statement gives the engine's own titles and rows", arguments: [GuardedSource.Kind.sqlite, .postgreSQLReader, .mariaDBReader])
    func answers(kind: GuardedSource.Kind) async throws {
        let name = kind == .sqlite ? "sqlite" : kind.isPostgreSQL ? "postgresql" : "mariadb"
        let dialect: Dialect = kind == .sqlite ? .sqlite : kind.isPostgreSQL ? .postgresql : .mysql
        let statements = try Self.parts("\(name).sql")
        // A corpus that is not read would prove anything.
        try #require(statements.count > 150)
        try await GuardedSource.with(kind, script: try Self.parts("\(name).schema.sql").joined(separator: "\n")) { source in
            let rules = [
                ("customers", "name", ["email"]), ("orders", "status", []),
            ]
            for table in ["regions", "products", "order_items", "employees", "events", "stock", "Order Notes", "paid_orders", "bookings"] {
                _ = try await source.world.rules.set(
                    RuleContent(actions: [.view]), role: "narrow", source: "dw", collection: table, in: World.workspace.id)
            }
            for (table, field, hidden) in rules {
                let all = Filter.any([
                    .compare(FieldPath(field: "id"), .notEqual(.value(.int(-1)))), .compare(FieldPath(field: field), .equal(.value(.text("none")))),
                ])
                _ = try await source.world.rules.set(
                    RuleContent(actions: [.view], hidden: hidden, filter: all), role: "narrow", source: "dw", collection: table,
                    in: World.workspace.id)
            }
            for text in statements {
                do {
                    let expected = try await Self.own(text, source)
                    try await Self.judgeVaried(text, "admin", source, dialect)
                    let seen = try await Self.guarded(text, "admin", source)
                    #expect(seen == expected, "\(text)")
                    guard !Self.isNarrowed(text) else { continue }
                    try await Self.judgeVaried(text, "narrow", source, dialect)
                    let narrowed = try await Self.guarded(text, "narrow", source)
                    #expect(narrowed.sorted == expected.sorted, "behind rules: \(text)")
                } catch { Issue.record("\(error): \(text)") }
            }
        }
    }
}
