/// One column of a result.
package struct Column: Hashable, Sendable {
    package let name: String
    package let type: ColumnType

    package init(name: String, type: ColumnType) {
        self.name = name
        self.type = type
    }
}

/// The type of a column's values, in terms that all engines share.
package enum ColumnType: String, Hashable, Sendable, CaseIterable {
    case boolean, integer, decimal, double, text, uuid, json, date, time, timestamp, blob
    /// An array, written as a JSON array; or a range, an interval or an extension's type, written as the engine's text.
    case other
}
