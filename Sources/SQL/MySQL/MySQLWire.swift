import Blocking
import CMariaDB
import Glibc

/// One connection of the MariaDB client library in its non-blocking form, to a MySQL or MariaDB server. Every wait ends with the bounds of
/// the call that it serves.
///
/// When the deadline passes or the call is cancelled, the server is asked to stop the statement (`KILL`, from a second connection). When it
/// does not respond within ``gracePeriod``, the wire is broken, and the request is repeated until the statement has stopped. A wire on
/// which a statement was stopped is not reused. Used by one thread at a time.
final class MySQLWire {
    /// Why the server was asked to stop the running statement.
    enum Stop { case timeout, cancelled, abandoned }

    /// How long a server may take to respond to the request to stop.
    static let gracePeriod: Duration = .seconds(1)
    /// The wait after the deadline before `KILL`, so that the server's own limit can end the statement first.
    static let killDelay: Duration = .milliseconds(50)

    let handle: UnsafeMutablePointer<MYSQL>
    let wakeup: Wakeup
    /// Asks the server to stop this connection's statement, or to end the connection; nil for a connection that runs no caller's statement.
    var kill: (@Sendable (MySQLKill.Extent) -> Void)?
    private(set) var isBroken = false
    /// Why the server was asked to stop; nil before that.
    private(set) var stopReason: Stop?
    private var stopRequestedAt: ContinuousClock.Instant = .now
    private(set) var bounds: CallBounds
    /// Whether the socket's reads and writes have a time limit.
    private var hasSocketTimeouts = false

    init(handle: UnsafeMutablePointer<MYSQL>, wakeup: Wakeup, bounds: CallBounds) {
        self.handle = handle
        self.wakeup = wakeup
        self.bounds = bounds
    }

    deinit { mysql_close(handle) }

    /// Serves a call: its cancellation wakes the waits inside `body`.
    func serving<R>(_ bounds: CallBounds, _ body: () throws -> R) throws -> R {
        let outer = self.bounds
        self.bounds = bounds
        defer { self.bounds = outer }
        let wakeup = wakeup
        return try bounds.cancellation.withHandler({ wakeup.signal() }, body)
    }

    /// Runs one call of the library to its end, waiting for the server in between.
    /// - Parameters:
    ///   - start: begins the call; returns 0 when it has ended, otherwise the events to wait for.
    ///   - resume: continues the call after such an event.
    func runToEnd(_ start: () -> Int32, _ resume: (Int32) -> Int32) {
        var wanted = start()
        while wanted != 0 { wanted = resume(wait(for: wanted)) }
    }

    /// Asks the server to stop when the deadline has passed or the call is cancelled. Called for each row, because reading buffered rows never waits.
    func checkBounds() throws(DatabaseError) {
        stopWhenDue()
        guard isBroken || isUnresponsive else { return }
        markBroken(isWorking: true)
        throw stopError ?? .timeout
    }

    /// Stops the statement whose remaining rows are not needed, and abandons the connection.
    func abandonResult() {
        requestStop(.abandoned, ending: bounds.slot == nil ? .connection : .statement)
        markBroken(isWorking: true)
    }

    /// Marks the wire as unusable; no later call of the library waits for the server.
    /// - Parameter isWorking: whether the server still runs a statement, perhaps for long.
    func markBroken(isWorking: Bool = false) {
        guard !isBroken else { return }
        isBroken = true
        let socket = mysql_get_socket(handle)
        guard socket >= 0 else { return }
        if isWorking, let slot = bounds.slot {
            UnstoppedStatement.wait(for: socket, keeping: slot) { [kill] in kill?(.statement) }
        } else {
            // No slot waits for an abandoned statement, so a lost KILL QUERY would not be repeated. Therefore the connection is ended.
            if isWorking, stopReason != .abandoned { kill?(.connection) }
            // A server that is blocked in a write notices only a reset, which a shutdown does not send.
            var abort = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
        }
        replaceSocket(socket)
    }

    /// Gives the library a socket whose other end is closed instead of its own. The connection ends, or `UnstoppedStatement` keeps it.
    private func replaceSocket(_ socket: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            shutdown(socket, Int32(SHUT_RDWR))
            return
        }
        dup2(ends[0], socket)
        close(ends[0])
        close(ends[1])
    }

    /// The error of all statements after the server was asked to stop; nil when it was not asked, or only a result was abandoned.
    var stopError: DatabaseError? {
        switch stopReason {
        case .cancelled: .cancelled
        case .timeout: .timeout
        case .abandoned, nil: nil
        }
    }

    private var isUnresponsive: Bool { stopReason != nil && (kill == nil || stopRequestedAt + Self.gracePeriod <= .now) }

    /// Waits until the socket is ready for the library; ends the library's wait once the server is unresponsive.
    private func wait(for wanted: Int32) -> Int32 {
        while true {
            stopWhenDue()
            if isBroken || isUnresponsive {
                // With TLS the library ignores the timeout and notices only the end of the connection.
                markBroken(isWorking: true)
                return MYSQL_WAIT_TIMEOUT
            }
            var events: Int32 = 0
            if wanted & MYSQL_WAIT_READ != 0 { events |= POLLIN }
            if wanted & MYSQL_WAIT_WRITE != 0 { events |= POLLOUT }
            if wanted & MYSQL_WAIT_EXCEPT != 0 { events |= POLLPRI }
            let due = stopReason == nil ? bounds.deadline + (kill == nil ? .zero : Self.killDelay) : stopRequestedAt + Self.gracePeriod
            setSocketTimeouts()
            if Poll.wait(mysql_get_socket(handle), Int16(events), wakeup, until: due) { return wanted & ~MYSQL_WAIT_TIMEOUT }
        }
    }

    /// The library makes the socket a blocking one for a TLS handshake and leaves it so (3.3): until ``unblockSocket()`` each read and write has a
    /// time limit.
    private func setSocketTimeouts() {
        guard !hasSocketTimeouts else { return }
        hasSocketTimeouts = true
        var limit = timeval(tv_sec: 0, tv_usec: 50_000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(mysql_get_socket(handle), SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Called after connecting: makes the socket non-blocking again, and lets a lost server be noticed within half a minute.
    func unblockSocket() {
        let socket = mysql_get_socket(handle)
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        let options: [(Int32, Int32, Int32)] = [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 10), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 5),
            (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3), (Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 30_000),
        ]
        for (level, option, value) in options {
            withUnsafePointer(to: value) { _ = setsockopt(socket, level, option, $0, socklen_t(MemoryLayout<Int32>.size)) }
        }
    }

    private func stopWhenDue() {
        guard stopReason == nil else { return }
        if bounds.cancellation.isCancelled {
            requestStop(.cancelled)
        } else if bounds.deadline + (kill == nil ? .zero : Self.killDelay) <= .now {
            requestStop(.timeout)
        }
    }

    private func requestStop(_ reason: Stop, ending extent: MySQLKill.Extent = .statement) {
        stopReason = reason
        stopRequestedAt = .now
        kill?(extent)
    }
}
