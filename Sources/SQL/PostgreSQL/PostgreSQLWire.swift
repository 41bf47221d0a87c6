import Blocking
import CLibPQ
import Glibc

/// One libpq connection in non-blocking use. Every wait ends with the bounds of the call that it serves.
///
/// When the deadline passes or the call is cancelled, the server is asked to stop. When it does not respond within ``gracePeriod``, the wire
/// is broken and must be dropped. Used by one thread at a time.
final class PostgreSQLWire {
    /// Why the server was asked to stop the running statement.
    enum Stop { case timeout, cancelled, cut }

    /// How long a server may take to respond to the request to stop.
    static let gracePeriod: Duration = .seconds(1)
    /// Pause between two requests to stop: the server ignores a request that arrives between two messages of a statement.
    private static let pause: Duration = .milliseconds(250)
    /// Time after the deadline in which the server's own `statement_timeout` may stop the statement before a cancel request is sent.
    static let head: Duration = .milliseconds(50)
    /// The longest row: libpq holds a whole row before the program sees it, and PostgreSQL sends up to 1 GB. Unit: bytes.
    private static let longestRow: UInt64 = 67_108_864
    /// libpq does not shrink its buffer: after a longer row the connection is not reused. Unit: bytes.
    private static let largestReusableRow: UInt64 = 4_194_304

    let handle: OpaquePointer
    let wakeup: Wakeup
    private let threads: ThreadGroup
    private(set) var isBroken = false
    /// Whether it holds more memory than an idle connection should.
    private(set) var isSwollen = false
    /// Set when a row took more than one read.
    private var paced: PacedSocket?
    /// Set while the request to stop is being sent.
    private(set) var stop: Stop?
    private var stopped: ContinuousClock.Instant = .now
    private var request: CancelRequest?
    /// When the request to stop was last sent.
    private var asked: ContinuousClock.Instant = .now
    private(set) var bounds: CallBounds
    /// When reading the rest of an abandoned result stops.
    var cutoff: ContinuousClock.Instant?

    init(handle: OpaquePointer, wakeup: Wakeup, threads: ThreadGroup, bounds: CallBounds) {
        self.handle = handle
        self.wakeup = wakeup
        self.threads = threads
        self.bounds = bounds
    }

    deinit {
        PQfinish(handle)
        // Tells the server that the connection ends.
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

    /// The next result of the last message; nil when the server is ready for more.
    /// - Throws: ``DatabaseError`` when the server did not respond in time; a server error is returned as a result.
    func next() throws(DatabaseError) -> OpaquePointer? {
        // Rows that arrive without a pause cause no wait, so the bounds are checked for each.
        try checkBounds()
        let start = paced?.received ?? 0
        var isFirst = true
        while true {
            let unsent = PQflush(handle)
            if unsent <= 0, PQisBusy(handle) == 0 { break }
            if unsent < 0 { isBroken = true }
            // One read at most fills the buffer; after it libpq would make room for the whole row.
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

    /// - Parameter start: ``PacedSocket/received`` before the row.
    private func measure(since start: UInt64) throws(DatabaseError) {
        guard let length = paced.map({ $0.received - start }), length > Self.largestReusableRow else { return }
        isSwollen = true
        guard length > Self.longestRow else { return }
        isBroken = true
        throw DatabaseError(.limit, "one row is longer than \(Self.longestRow >> 20) MB; select fewer or shorter columns")
    }

    /// Marks the wire as broken, so that it is not reused.
    func breakOff() { isBroken = true }

    private func wait(for events: Int16) throws(DatabaseError) {
        try checkBounds()
        let due = bounds.deadline + Self.head
        let end = stop == nil ? min(due, cutoff ?? due) : min(stopped + Self.gracePeriod, isAsking ? stopped + Self.gracePeriod : asked + Self.pause)
        guard let paced else {
            Poll.wait(PQsocket(handle), events, wakeup, until: end)
            return
        }
        paced.move()
        // libpq has unread data, or can send more.
        if paced.isReadable || (events & Int16(POLLOUT) != 0 && !paced.hasUnsent) { return }
        Poll.wait(paced.server, Int16(POLLIN) | (paced.hasUnsent ? Int16(POLLOUT) : 0), wakeup, until: end)
        paced.move()
    }

    /// Asks the server to stop when the deadline has passed or the call is cancelled, and abandons the connection when it does not respond.
    private func checkBounds() throws(DatabaseError) {
        if stop == nil { stopWhenDue() } else if asked + Self.pause <= .now, !isAsking { askToStop() }
        guard stop != nil, stopped + Self.gracePeriod <= .now else { return }
        isBroken = true
        keepSlot()
        throw stop == .cancelled ? .cancelled : .timeout
    }

    /// Keeps the slot of the call until the server has ended the statement that it was asked to stop.
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

    /// Whether a request to stop is being sent. Its end wakes the waiting thread.
    private var isAsking: Bool { request?.isFinished == false }

    private func askToStop() {
        asked = .now
        request = CancelRequest.Target(handle).flatMap { CancelRequest.start($0, wakeup: wakeup, threads: threads) }
    }

    /// Waits until the cancel request has been sent, so that it cannot hit the next statement.
    private func settle() {
        cutoff = nil
        guard stop != nil else { return }
        let end = ContinuousClock.now + Self.gracePeriod
        while let request, !request.isFinished, .now < end { Poll.wait(-1, 0, wakeup, until: end) }
        if request?.isFinished != true { isBroken = true }
        request = nil
        stop = nil
    }
}
