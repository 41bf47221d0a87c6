import CLibPQ

/// The progress of reading a result: it applies the limits and drops rows beyond them.
struct PostgreSQLReading {
    let limits: RowLimits
    private(set) var rows = 0
    private(set) var isTruncated = false
    /// The error that the caller's row closure threw.
    var failure: (any Error)?
    /// Made for the first result and reused for each row.
    var row: PostgreSQLRow?
    private var bytes = 0
    private var discarded = 0

    /// How long the rest of an unneeded result is read before the server is asked to stop, which would also end the transaction.
    private static let gracePeriod: Duration = .milliseconds(20)
    private static let maximumDiscardedBytes = 262_144

    init(limits: RowLimits) { self.limits = limits }

    /// Whether no more rows are needed.
    var isOver: Bool { isTruncated || failure != nil }

    /// Passes a row to the reader unless a limit is reached.
    mutating func take(_ result: OpaquePointer, _ body: (any Row) throws -> RowDemand) throws {
        guard let row else { return }
        row.result = result
        bytes += row.byteCount
        guard rows < limits.maximumRows, bytes <= limits.maximumBytes else {
            isTruncated = true
            return
        }
        rows += 1
        if try body(row) == .stop { isTruncated = true }
    }

    func startDiscarding(_ wire: PostgreSQLWire) { wire.cutoff = .now + Self.gracePeriod }

    mutating func discard(_ result: OpaquePointer, _ wire: PostgreSQLWire) {
        guard let row, PQresultStatus(result) == PGRES_SINGLE_TUPLE else { return }
        row.result = result
        discarded += row.byteCount + 16
        if discarded > Self.maximumDiscardedBytes { wire.cutoff = .now }
    }
}
