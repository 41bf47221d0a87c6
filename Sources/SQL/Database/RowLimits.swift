/// How much of a result is read. The rest is not fetched, and ``ReadSummary/isTruncated`` is then true.
package struct RowLimits: Hashable, Sendable {
    /// Unit: rows.
    package var maximumRows: Int
    /// Unit: bytes of values as the engine holds them.
    package var maximumBytes: Int

    package init(maximumRows: Int = .max, maximumBytes: Int = .max) {
        self.maximumRows = maximumRows
        self.maximumBytes = maximumBytes
    }

    package static let none = RowLimits()
}

/// The size of a finished read, and whether it was cut.
package struct ReadSummary: Hashable, Sendable {
    package let rows: Int
    /// There were more rows or bytes than the limits allowed, or the reader stopped.
    package let isTruncated: Bool

    package init(rows: Int, isTruncated: Bool) {
        self.rows = rows
        self.isTruncated = isTruncated
    }
}
