import SQL
import SQLGuard

/// Compares the rows of two statements: rows in any order, columns in any order, numbers by value.
enum SameRows {
    /// Most rows to compare.
    static let limits = RowLimits(maximumRows: 1_000, maximumBytes: 1 << 20)

    static func areSame(_ left: PreparedRead, _ right: PreparedRead, _ bounds: CallBounds) async throws -> Bool {
        try await rows(of: left, bounds) == rows(of: right, bounds)
    }

    /// The distinct rows with their number of occurrences.
    private static func rows(of prepared: PreparedRead, _ bounds: CallBounds) async throws -> [[String]: Int] {
        try await prepared.run(into: [[String]: Int](), limits: limits, bounds) { _, _ in
        } row: { rows, row in
            rows[(0..<row.columnCount).map { value(row.text($0)) }.sorted(), default: 0] += 1
            return .more
        }.result
    }

    private static func value(_ text: String?) -> String { text.map { Double($0).map { "\($0)" } ?? $0 } ?? "\u{0}" }
}
