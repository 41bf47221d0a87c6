import Catalog
import JSON

/// The time for which a history is told to a caller that may view some rows: back to the moment at which a field changed on which the caller's rule
/// hangs. Whether the row was hidden before is not known, so nothing of before is told.
struct VisibleSpan: Sendable {
    private let fields: Set<String>
    /// The row as the newer entries left it; nil once the span has ended.
    private var row: JSONObject?

    /// - Parameters:
    ///   - row: as it is now.
    ///   - rule: what the caller may view. The values of related rows are in no entry: for a rule through a relation the span is empty.
    init(of row: JSONObject?, _ rule: Filter) {
        let fields = rule.ownFields
        self.fields = fields ?? []
        self.row = fields == nil ? nil : row
    }

    var hasEnded: Bool { row == nil }

    /// Goes back to an earlier row. Fields that an image does not have are no evidence.
    /// - Returns: whether it is still within the span.
    mutating func reaches(_ image: JSONObject) -> Bool {
        guard let row else { return false }
        if fields.allSatisfy({ image[$0] != nil && image[$0] == row[$0] }) { return true }
        self.row = nil
        return false
    }
}

extension Filter {
    /// The fields that decide; nil when a related row does.
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
