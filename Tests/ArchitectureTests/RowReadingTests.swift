import Foundation
import Testing

@Suite("How rows of our own tables are read")
struct RowReadingTests {
    /// Files that read columns by number, with the number of occurrences. Rows of our own tables are read by column names (`StoredRow`),
    /// and so are those of the engines' catalogs (`CatalogRow`). Do not add entries, and lower a number when it shrinks.
    ///
    /// The rest reads the only column of a statement, or values whose columns the caller chose.
    private static let known: [String: Int] = [
        "Sources/Catalog/Collections/Catalog.swift": 2,
        "Sources/Catalog/Logins/DataSources+Logins.swift": 3,
        "Sources/Catalog/Sources/DataSources+Update.swift": 1,
        "Sources/Catalog/Sources/DataSources.swift": 1,
        "Sources/Records/Write/ChangedRows.swift": 2,
        "Sources/Records/Write/Records+Create.swift": 1,
        "Sources/Records/Write/Records+Move.swift": 2,
        "Sources/SQL/Database/Connection.swift": 1,
        "Sources/SQL/SQLite/Guard/SQLiteConnection+Guard.swift": 3,
        "Sources/SQL/SQLite/Guard/SQLiteSchemaNames.swift": 1,
        "Sources/SQL/SQLite/SQLiteChangeCounter.swift": 1,
        "Sources/SQL/SQLite/SQLiteConnection+Open.swift": 1,
        "Sources/SQL/SQLite/SQLiteConnection.swift": 1,
        "Sources/SQL/SQLite/SQLiteDatabase+Upkeep.swift": 1,
        "Sources/SQL/SQLite/SQLiteReflection.swift": 3,
        "Sources/SQL/SQLite/SQLiteTableChange.swift": 1,
        "Sources/SQLGuard/PlanCost.swift": 4,
        "Sources/SampleCompany/SampleCompany.swift": 1,
        "Sources/Server/WorkspaceSchema.swift": 4,
        "Sources/Store/Audit/AuditLog+List.swift": 4,
        "Sources/Store/Audit/AuditLog+Verify.swift": 2,
        "Sources/Store/Rows/StoredRow.swift": 1,
    ]

    @Test("No more reads by column number than are written down")
    func numbers() throws {
        var found: [String: Int] = [:]
        for file in try Repository.swiftFiles(under: "Sources") {
            let text = try Repository.text(file)
            let count = text.split(separator: "\n").reduce(0) { $0 + Self.reads(in: $1) }
            if count > 0 { found[file] = count }
        }
        for (file, count) in found.sorted(by: { $0.key < $1.key }) {
            #expect(count <= Self.known[file, default: 0], "\(file) reads \(count) columns by number; read them by name (StoredRow)")
        }
        for (file, count) in Self.known.sorted(by: { $0.key < $1.key }) {
            #expect(found[file, default: 0] == count, "\(file) reads fewer columns by number: write down \(found[file, default: 0])")
        }
    }

    @Test("No value of a row of ours has a silent default")
    func defaults() throws {
        for folder in ["Access", "Ask", "Catalog", "Identity"] {
            for file in try Repository.swiftFiles(under: "Sources/\(folder)") {
                let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
                for (number, line) in lines.enumerated() where line.holds("row[\"") && line.holds("] ?? ") {
                    // A value that may be NULL, and means something then.
                    guard !line.holds(".optional(") else { continue }
                    Issue.record("\(file):\(number + 1): \(line)")
                }
            }
        }
    }

    /// `row.int(3)`, `$0.text(0)`: the getters of `Row` with a number.
    private static func reads(in line: Substring) -> Int {
        var count = 0
        for getter in ["int", "double", "text", "bool", "bytes", "value", "isNull"] {
            for start in ["row.\(getter)(", "$0.\(getter)("] {
                var rest = line
                while let match = rest.range(of: start) {
                    rest = rest[match.upperBound...]
                    if rest.first?.isNumber ?? false { count += 1 }
                }
            }
        }
        return count
    }
}
