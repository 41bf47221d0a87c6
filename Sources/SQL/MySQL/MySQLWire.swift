import Blocking
import CMariaDB
import Glibc

/// One connection of the MariaDB client library in its non-blocking form. Every wait ends with the bounds of the call that it serves.
///
/// When the deadline passes or the call is cancelled, the server is told to stop the statement (`KILL`, from a second connection). When it does not
/// respond within ``patience``, the wire is broken, and the server is told again until it has stopped. A wire on which a statement was stopped is not
/// used again. Used by one thread at a time.
final class MySQLWire {
    /// Why a running statement was told to stop.
    enum Stop { case timeout, cancelled, cut }

    /// How long a server that was told to stop may take to answer.
    static let patience: Duration = .seconds(1)
    /// How long after the deadline the server's own limit may do the work of a kill.
    static let head: Duration = .milliseconds(50)

    let handle: UnsafeMutablePointer<MYSQL>
    let wakeup: Wakeup
    /// Tells the server to stop this connection's statement, or to end the connection; nil for a connection that runs no statement of others.
    var kill: (@Sendable (MySQLKill.Extent) -> Void)?
    private(set) var isBroken = false
    /// Set once the server was told to stop.
    private(set) var stop: Stop?
    private var stopped: ContinuousClock.Instant = .now
    private(set) var bounds: CallBounds
    /// Whether the socket has been told not to hold its reader for long.
    private var isSocketBound = false

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
    ///   - start: begins the call; 0 when it has ended, else what it waits for.
    ///   - go: continues with the library's result.
    func drive(_ start: () -> Int32, _ go: (Int32) -> Int32) {
        var wanted = start()
        while wanted != 0 { wanted = go(wait(for: wanted)) }
    }

    /// Tells the server to stop when it is time to. For each row, since rows that keep coming need no wait.
    func checkBounds() throws(DatabaseError) {
        stopWhenDue()
        guard isBroken || isGivenUp else { return }
        breakOff(isWorking: true)
        throw ended ?? .timeout
    }

    /// Releases an abandoned result.
    func cut() {
        begin(.cut, ending: bounds.slot == nil ? .connection : .statement)
        breakOff(isWorking: true)
    }

    /// Marks the wire as not to be used again; nothing of it waits for the server from here on.
    /// - Parameter isWorking: the server has not answered, and may go on for long.
    func breakOff(isWorking: Bool = false) {
        guard !isBroken else { return }
        isBroken = true
        let socket = mysql_get_socket(handle)
        guard socket >= 0 else { return }
        if isWorking, let slot = bounds.slot {
            UnstoppedStatement.wait(for: socket, keeping: slot) { [kill] in kill?(.statement) }
        } else {
            // Nobody waits for the statement, so that nobody would repeat a request that was lost.
            if isWorking, stop != .cut { kill?(.connection) }
            // A server that waits to write hears of the end only by a reset, which a shutdown does not send.
            var abort = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
        }
        detach(socket)
    }

    /// Leaves the library a socket at its end in place of the connection, which ends here or is waited for apart.
    private func detach(_ socket: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            shutdown(socket, Int32(SHUT_RDWR))
            return
        }
        dup2(ends[0], socket)
        close(ends[0])
        close(ends[1])
    }

    /// Why statements fail since the server was told to stop; nil when it was not.
    var ended: DatabaseError? {
        switch stop {
        case .cancelled: .cancelled
        case .timeout: .timeout
        case .cut, nil: nil
        }
    }

    private var isGivenUp: Bool { stop != nil && (kill == nil || stopped + Self.patience <= .now) }

    /// Waits until the socket is ready for the library; ends the library's wait once the server is given up.
    private func wait(for wanted: Int32) -> Int32 {
        while true {
            stopWhenDue()
            if isBroken || isGivenUp {
                // Behind TLS the library does not look at the time being over, but at the connection's end.
                breakOff(isWorking: true)
                return MYSQL_WAIT_TIMEOUT
            }
            var events: Int32 = 0
            if wanted & MYSQL_WAIT_READ != 0 { events |= POLLIN }
            if wanted & MYSQL_WAIT_WRITE != 0 { events |= POLLOUT }
            if wanted & MYSQL_WAIT_EXCEPT != 0 { events |= POLLPRI }
            let due = stop == nil ? bounds.deadline + (kill == nil ? .zero : Self.head) : stopped + Self.patience
            bindSocket()
            if Poll.wait(mysql_get_socket(handle), Int16(events), wakeup, until: due) { return wanted & ~MYSQL_WAIT_TIMEOUT }
        }
    }

    /// The library makes the socket a blocking one for a TLS handshake and leaves it so (3.3): until ``unblockSocket()`` each read of it ends by itself.
    private func bindSocket() {
        guard !isSocketBound else { return }
        isSocketBound = true
        var limit = timeval(tv_sec: 0, tv_usec: 50_000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(mysql_get_socket(handle), SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// After a connection stands: no call of the library blocks on it, and a server that is gone without a word is noticed within half a minute.
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
        guard stop == nil else { return }
        if bounds.cancellation.isCancelled {
            begin(.cancelled)
        } else if bounds.deadline + (kill == nil ? .zero : Self.head) <= .now {
            begin(.timeout)
        }
    }

    private func begin(_ reason: Stop, ending extent: MySQLKill.Extent = .statement) {
        stop = reason
        stopped = .now
        kill?(extent)
    }
}
