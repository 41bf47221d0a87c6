import Blocking
import CLibPQ
import Glibc

/// One libpq connection in non-blocking use. Every wait ends with the bounds of the call that it serves.
///
/// When the deadline passes or the call is cancelled, the server is asked to stop. When it does not respond within ``patience``, the wire is broken
/// and must be dropped. Used by one thread at a time.
final class PostgreSQLWire {
    /// Why the server was asked to stop the running statement.
    enum Stop { case timeout, cancelled, cut }

    /// How long a server may take to respond to the request to stop.
    static let patience: Duration = .seconds(1)
    /// After this the request to stop is repeated: the server ignores one that arrives between two messages of a statement.
    private static let pause: Duration = .milliseconds(250)
    /// How long after the deadline the server's own `statement_timeout` may do the work of a cancel request.
    static let head: Duration = .milliseconds(50)
    /// The longest row: libpq holds a row whole before anybody can look at it, and PostgreSQL sends up to 1 GB. Unit: bytes.
    private static let longestRow: UInt64 = 67_108_864
    /// libpq keeps the room that it made for a row: after a longer one the connection is not used again. Unit: bytes.
    private static let longestKept: UInt64 = 4_194_304

    let handle: OpaquePointer
    let wakeup: Wakeup
    private let threads: ThreadGroup
    private(set) var isBroken = false
    /// Whether it holds more memory than a connection that waits should.
    private(set) var isSwollen = false
    /// Once a row took more than one reading.
    private var paced: PacedSocket?
    /// Set while the request to stop is being sent.
    private(set) var stop: Stop?
    private var stopped: ContinuousClock.Instant = .now
    private var request: CancelRequest?
    /// When the request to stop was last sent.
    private var asked: ContinuousClock.Instant = .now
    private(set) var bounds: CallBounds
    /// When an abandoned result is cut off.
    var cutoff: ContinuousClock.Instant?

    init(handle: OpaquePointer, wakeup: Wakeup, threads: ThreadGroup, bounds: CallBounds) {
        self.handle = handle
        self.wakeup = wakeup
        self.threads = threads
        self.bounds = bounds
    }

    deinit {
        PQfinish(handle)
        // The server hears the end.
        paced?.move()
    }

    /// Serves a call: its cancellation wakes the waits inside `body`.
    func serving<R>(_ bounds: CallBounds, _ body: () throws -> R) throws -> R {
        let outer = self.bounds
        self.bounds = bounds
        defer { self.bounds = outer }
        let wakeup = wakeup
        return try bounds.cancellation.withHandler({ wakeup.signal() }, body)
    }

    /// The next result of what was sent; nil when the server is ready for more.
    /// - Throws: ``DatabaseError`` when the server stayed silent too long; an error of the server is a result.
    func next() throws(DatabaseError) -> OpaquePointer? {
        // Rows that keep coming need no wait, so the bounds are looked at for each.
        try checkBounds()
        let start = paced?.received ?? 0
        var isFirst = true
        while true {
            let unsent = PQflush(handle)
            if unsent <= 0, PQisBusy(handle) == 0 { break }
            if unsent < 0 { isBroken = true }
            // One reading fills the buffer at most; then libpq knows how long the row is and makes room for all of it.
            if !isFirst, paced == nil { try pace() }
            isFirst = false
            try wait(for: Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0))
            if PQconsumeInput(handle) == 0 { break }
            try measure(since: start)
        }
        let result = PQgetResult(handle)
        if PQstatus(handle) != CONNECTION_OK { isBroken = true }
        if result == nil { settle() }
        return result
    }

    private func pace() throws(DatabaseError) {
        paced = PacedSocket(before: PQsocket(handle))
        guard paced == nil else { return }
        isBroken = true
        throw DatabaseError(.limit, "no file descriptor is left for a long row")
    }

    /// - Parameter start: what had come before the row, as ``PacedSocket`` counts.
    private func measure(since start: UInt64) throws(DatabaseError) {
        guard let length = paced.map({ $0.received - start }), length > Self.longestKept else { return }
        isSwollen = true
        guard length > Self.longestRow else { return }
        isBroken = true
        throw DatabaseError(.limit, "one row is longer than \(Self.longestRow >> 20) MB; select fewer or shorter columns")
    }

    /// Marks the wire as not to be used again.
    func breakOff() { isBroken = true }

    private func wait(for events: Int16) throws(DatabaseError) {
        try checkBounds()
        let due = bounds.deadline + Self.head
        let end = stop == nil ? min(due, cutoff ?? due) : min(stopped + Self.patience, isAsking ? stopped + Self.patience : asked + Self.pause)
        guard let paced else {
            Poll.wait(PQsocket(handle), events, wakeup, until: end)
            return
        }
        paced.move()
        // Libpq has more to read, or to send and room for it.
        if paced.isReadable || (events & Int16(POLLOUT) != 0 && !paced.hasUnsent) { return }
        Poll.wait(paced.server, Int16(POLLIN) | (paced.hasUnsent ? Int16(POLLOUT) : 0), wakeup, until: end)
        paced.move()
    }

    /// Asks the server to stop when the deadline has passed or the call is cancelled, and gives the connection up when it does not respond.
    private func checkBounds() throws(DatabaseError) {
        if stop == nil { stopWhenDue() } else if asked + Self.pause <= .now, !isAsking { askToStop() }
        guard stop != nil, stopped + Self.patience <= .now else { return }
        isBroken = true
        keepSlot()
        throw stop == .cancelled ? .cancelled : .timeout
    }

    /// Keeps the slot of the call until the server has done with the statement that it was asked to stop.
    private func keepSlot() {
        guard let slot = bounds.slot else { return }
        let (target, wakeup, threads) = (CancelRequest.Target(handle), wakeup, threads)
        UnstoppedStatement.wait(for: paced?.server ?? PQsocket(handle), keeping: slot) {
            if let target { _ = CancelRequest.start(target, wakeup: wakeup, threads: threads) }
        }
    }

    private func stopWhenDue() {
        if bounds.cancellation.isCancelled {
            begin(.cancelled)
        } else if bounds.deadline + Self.head <= .now {
            begin(.timeout)
        } else if let cutoff, cutoff <= .now {
            begin(.cut)
        }
    }

    private func begin(_ reason: Stop) {
        stop = reason
        stopped = .now
        askToStop()
    }

    /// Whether a request to stop is on its way. Its end wakes the waiting thread.
    private var isAsking: Bool { request?.isFinished == false }

    private func askToStop() {
        asked = .now
        request = CancelRequest.Target(handle).flatMap { CancelRequest.start($0, wakeup: wakeup, threads: threads) }
    }

    /// Waits for the cancel request to be through, so that it cannot hit the next statement.
    private func settle() {
        cutoff = nil
        guard stop != nil else { return }
        let end = ContinuousClock.now + Self.patience
        while let request, !request.isFinished, .now < end { Poll.wait(-1, 0, wakeup, until: end) }
        if request?.isFinished != true { isBroken = true }
        request = nil
        stop = nil
    }
}
