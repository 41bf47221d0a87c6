import CLibPQ

/// How far a result has been read: compares it with the limits and drops rows beyond them.
struct PostgreSQLReading {
    let limits: RowLimits
    private(set) var rows = 0
    private(set) var isTruncated = false
    /// The error of the reader's own code.
    var failure: (any Error)?
    /// Made for the first result, used for each row.
    var row: PostgreSQLRow?
    private var bytes = 0
    private var discarded = 0

    /// A result that is no longer wanted is read to its end this far before the server is asked to stop, which would also end the transaction.
    private static let patience: Duration = .milliseconds(20)
    private static let maximumDiscardedBytes = 262_144

    init(limits: RowLimits) { self.limits = limits }

    /// The reader wants no more rows.
    var isOver: Bool { isTruncated || failure != nil }

    /// Hands a row to the reader unless a limit says no.
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

    func startDiscarding(_ wire: PostgreSQLWire) { wire.cutoff = .now + Self.patience }

    mutating func discard(_ result: OpaquePointer, _ wire: PostgreSQLWire) {
        guard let row, PQresultStatus(result) == PGRES_SINGLE_TUPLE else { return }
        row.result = result
        discarded += row.byteCount + 16
        if discarded > Self.maximumDiscardedBytes { wire.cutoff = .now }
    }
}
