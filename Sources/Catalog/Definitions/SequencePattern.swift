import JSON
import SQL
package import Store

/// The parts of the values of a field of type `sequence`, such as `INV-2026-0042`.
package struct SequencePattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        /// An ascending number, padded with zeros to `digits`.
        case number(digits: Int, start: Int64)
        /// The time at which the row is created, in UTC.
        case date(DateForm)
    }

    enum DateForm: String, Hashable, Sendable, CaseIterable {
        case year = "YYYY"
        case month = "YYYYMM"
        case day = "YYYYMMDD"
    }

    let parts: [Part]

    /// The first number.
    package var start: Int64 {
        for case .number(_, let start) in parts { return start }
        return 1
    }

    init(_ reader: DefinitionReader) throws(CatalogError) {
        let list = try reader.list("patterns", atMost: 10)
        guard !list.isEmpty else {
            parts = [.number(digits: 1, start: 1)]
            return
        }
        var parts: [Part] = []
        for json in list {
            let options = json["options"] ?? .null
            switch json["type"]?.string {
            case "string":
                guard let text = options["value"]?.string, text.utf8.count <= 40, !text.utf8.contains(0) else {
                    throw reader.refusal("patterns", "a pattern of type string needs options.value of at most 40 bytes")
                }
                parts.append(.text(text))
            case "integer":
                let digits = options["digits"].map { $0.int ?? -1 } ?? 1
                let start = options["start"].map { $0.int ?? -1 } ?? 1
                guard (1...18).contains(digits), (0...999_999_999_999).contains(start) else {
                    throw reader.refusal("patterns", "a pattern of type integer has options.digits from 1 to 18 and options.start from 0")
                }
                parts.append(.number(digits: Int(digits), start: start))
            case "date":
                guard let form = DateForm(rawValue: options["format"]?.string ?? "YYYYMMDD") else {
                    throw reader.refusal("patterns", "a pattern of type date has options.format \(listing(DateForm.allCases.map(\.rawValue)))")
                }
                parts.append(.date(form))
            default: throw reader.refusal("patterns", "expected patterns of type string, integer or date")
            }
        }
        let numbers = parts.count { if case .number = $0 { true } else { false } }
        guard numbers == 1 else { throw reader.refusal("patterns", "expected exactly one pattern of type integer") }
        self.parts = parts
    }

    /// The value for a number.
    package func value(_ count: Int64, at now: Timestamp) -> String {
        let day = now.rfc3339.prefix(10).filter { $0 != "-" }
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .number(let digits, _):
                String(repeating: "0", count: max(0, digits - String(count).count)) + String(count)
            case .date(let form): String(day.prefix(form.rawValue.count))
            }
        }.joined()
    }
}

/// The numbers of `sequence` fields. Each number is given once across all processes; a number that is taken but not used is lost.
package struct Sequences: Sendable {
    private let store: Store

    package init(store: Store) { self.store = store }

    /// Takes consecutive numbers.
    /// - Parameter start: the very first number.
    /// - Returns: the first of the taken numbers.
    package func take(
        _ count: Int64, field: String, of collection: String, _ source: String, in workspace: WorkspaceID, start: Int64
    ) async throws -> Int64 {
        try await store.write(changesRights: false) { connection in
            try connection.execute(
                """
                INSERT INTO collection_sequences (workspace_id, source, collection, field, next)
                VALUES (\(workspace), \(source), \(collection), \(field), \(start)) ON CONFLICT DO NOTHING
                """)
            let next =
                try connection.value(
                    of: "collection_sequences",
                    """
                    UPDATE collection_sequences SET next = next + \(count)
                    WHERE workspace_id = \(workspace) AND source = \(source) AND collection = \(collection) AND field = \(field) RETURNING next
                    """, .integer)
            guard let next else { throw DatabaseError(.other, "the sequence gave no number") }
            return next - count
        }
    }
}
