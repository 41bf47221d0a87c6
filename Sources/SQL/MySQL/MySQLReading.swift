/// The progress of reading a result: it applies the limits and drops rows beyond them.
struct MySQLReading {
    let limits: RowLimits
    private(set) var rows = 0
    private(set) var isTruncated = false
    /// The error that the caller's row closure threw.
    var failure: (any Error)?
    private var bytes = 0
    private var discarded = 0
    private var end: ContinuousClock.Instant?

    /// How long the rest of an unneeded result is read before the server is asked to stop, which ends the transaction too.
    private static let gracePeriod: Duration = .milliseconds(20)
    private static let maximumDiscardedBytes = 262_144

    init(limits: RowLimits) { self.limits = limits }

    /// Whether no more rows are needed.
    var isOver: Bool { isTruncated || failure != nil }

    /// Passes a row to the reader unless a limit is reached.
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

    /// Counts a dropped row; returns false when the rest should not be waited for.
    mutating func discard(_ row: MySQLRow) -> Bool {
        let end = end ?? .now + Self.gracePeriod
        self.end = end
        discarded += row.byteCount + 16
        return discarded <= Self.maximumDiscardedBytes && .now < end
    }
}
