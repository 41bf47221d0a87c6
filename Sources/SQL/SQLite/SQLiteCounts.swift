import SQLSyntax

/// Results of counting statements of one connection, valid until the file changes: each page of a list counts the same rows.
struct SQLiteCounts {
    private struct Key: Hashable {
        /// Compared byte for byte.
        let text: SQLName
        let values: [SQLValue]
    }

    /// Counts kept; beyond, all are forgotten.
    private static let limit = 64
    /// Longer statements and values are not kept. Unit: bytes.
    private static let maximumBytes = 4_096

    private var known: [Key: Int64] = [:]
    private var version: UInt32 = 0

    /// - Parameters:
    ///   - version: of the file's content, as the statement before saw it.
    ///   - count: asks the engine.
    mutating func count(_ text: String, _ values: [SQLValue], at version: UInt32, _ count: () throws -> Int64) rethrows -> Int64 {
        if version != self.version {
            known.removeAll(keepingCapacity: true)
            self.version = version
        }
        let key = Key(text: SQLName(text), values: values)
        if let count = known[key] { return count }
        let counted = try count()
        guard text.utf8.count + values.reduce(0, { $0 + $1.byteCount }) <= Self.maximumBytes else { return counted }
        if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
        known[key] = counted
        return counted
    }
}

extension SQLValue {
    /// About what it takes in memory. Unit: bytes.
    fileprivate var byteCount: Int {
        switch self {
        case .decimal(let text), .text(let text): 16 + text.utf8.count
        case .blob(let bytes): 16 + bytes.count
        default: 16
        }
    }
}
