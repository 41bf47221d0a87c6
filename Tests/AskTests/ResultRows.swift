import Ask
import Foundation
import GatehouseTesting
import SQL
import SQLSyntax

/// The rows of a query, compared as `evaluate.py` of the development data compares them.
struct ResultRows {
    private let columnCount: Int
    private let rows: [[String]]
    private let isOrdered: Bool

    /// Fails where the query does.
    init(_ sql: String, on database: any Database, _ bounds: CallBounds) async throws {
        rows = try await database.read(bounds) { connection in
            try connection.all(Statement(verbatim: sql)) { row in (0..<row.columnCount).map { Self.cell(row, $0) } }
        }
        columnCount = rows.first?.count ?? 0
        isOrdered = Self.hasOuterOrder(sql)
    }

    /// The rows of a query as texts, for probes.
    static func texts(_ sql: String, on database: any Database, _ bounds: CallBounds) async throws -> [[String?]] {
        try await database.read(bounds) { connection in
            try connection.all(Statement(verbatim: sql)) { row in (0..<row.columnCount).map(row.text) }
        }
    }

    /// Whether some order of the other's columns gives the same rows; their order counts if these rows were asked for in one.
    func agree(with other: ResultRows) -> Bool {
        guard rows.count == other.rows.count, columnCount == other.columnCount else { return false }
        return match([], other)
    }

    private func match(_ chosen: [Int], _ other: ResultRows) -> Bool {
        if chosen.count == columnCount {
            let arranged = other.rows.map { row in chosen.map { row[$0] } }
            return isOrdered ? arranged == rows : Self.counts(arranged) == Self.counts(rows)
        }
        let own = Self.counts(rows.map { [$0[chosen.count]] })
        return (0..<columnCount).contains { place in
            !chosen.contains(place) && Self.counts(other.rows.map { [$0[place]] }) == own && match(chosen + [place], other)
        }
    }

    private static func counts(_ rows: [[String]]) -> [[String]: Int] { rows.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// Whole numbers as they are, others to six digits.
    private static func cell(_ row: any Row, _ place: Int) -> String {
        switch row.value(place) {
        case .null: return "null"
        case .double(let number):
            return number == number.rounded() && abs(number) < 1e15 ? String(format: "%.0f", number) : String(format: "%.6g", number)
        default: return row.text(place) ?? "binary"
        }
    }

    private static func hasOuterOrder(_ sql: String) -> Bool {
        var depth = 0
        var outside = ""
        for character in sql {
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 } else if depth == 0 { outside.append(character) }
        }
        return outside.contains("ORDER BY")
    }
}

extension Reading {
    /// How a question is read on 30 June 2025, after the engine has looked at rows of the database.
    static func probed(_ question: String, _ index: SourceIndex, on database: any Database) async -> Reading {
        let engine = QuestionEngine(index, today: CalendarDay(2025, 6, 30))
        return await engine.probed(engine.read(question), within: .seconds(60)) { statement, bounds in
            // A statement that fails shows no rows, as in the product.
            try? await ResultRows.texts(statement.printed(for: .sqlite), on: database, bounds)
        }
    }
}
