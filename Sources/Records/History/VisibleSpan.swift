import Catalog
import JSON

/// The part of a history that a caller with a row filter may see: back to the last change of a field that the filter uses. Whether the row
/// was visible before is unknown, so earlier entries are omitted.
struct VisibleSpan: Sendable {
    private let fields: Set<String>
    /// The row after the entry that is read next; nil once the span has ended.
    private var row: JSONObject?

    /// - Parameters:
    ///   - row: the current row.
    ///   - rule: the caller's row filter. Entries do not contain values of related rows, so the span of a filter with a relation is empty.
    init(of row: JSONObject?, _ rule: Filter) {
        let fields = rule.ownFields
        self.fields = fields ?? []
        self.row = fields == nil ? nil : row
    }

    var hasEnded: Bool { row == nil }

    /// Moves back to an earlier row. Fields that the image lacks are ignored.
    /// - Returns: whether the earlier row is still within the span.
    mutating func reaches(_ image: JSONObject) -> Bool {
        guard let row else { return false }
        if fields.allSatisfy({ image[$0] != nil && image[$0] == row[$0] }) { return true }
        self.row = nil
        return false
    }
}

extension Filter {
    /// The fields that the filter uses; nil if it uses a related row.
    fileprivate var ownFields: Set<String>? {
        switch self {
        case .all(let parts), .any(let parts):
            parts.reduce(into: Set<String>?([])) { fields, part in fields = part.ownFields.flatMap { fields?.union($0) } }
        case .not(let inner): inner.ownFields
        case .compare(let path, _): path.relations.isEmpty ? [path.field] : nil
        case .related: nil
        }
    }
}
