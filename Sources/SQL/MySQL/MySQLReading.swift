/// How far a result has been read: compares it with the limits and drops rows beyond them.
struct MySQLReading {
    let limits: RowLimits
    private(set) var rows = 0
    private(set) var isTruncated = false
    /// The error of the reader's own code.
    var failure: (any Error)?
    private var bytes = 0
    private var discarded = 0
    private var end: ContinuousClock.Instant?

    /// A result that is no longer wanted is read to its end this far before the server is asked to stop, which ends the transaction too.
    private static let patience: Duration = .milliseconds(20)
    private static let maximumDiscardedBytes = 262_144

    init(limits: RowLimits) { self.limits = limits }

    /// The reader wants no more rows.
    var isOver: Bool { isTruncated || failure != nil }

    /// Hands a row to the reader unless a limit says no.
    mutating func take(_ row: MySQLRow, _ body: (any Row) throws -> RowDemand) {
        bytes += row.byteCount
        guard rows < limits.maximumRows, bytes <= limits.maximumBytes else {
            isTruncated = true
            return
        }
        rows += 1
        do {
            if try body(row) == .stop { isTruncated = true }
        } catch {
            failure = error
        }
    }

    /// Counts a dropped row; false when it was the last that is waited for.
    mutating func discard(_ row: MySQLRow) -> Bool {
        let end = end ?? .now + Self.patience
        self.end = end
        discarded += row.byteCount + 16
        return discarded <= Self.maximumDiscardedBytes && .now < end
    }
}
