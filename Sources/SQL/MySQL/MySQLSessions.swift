import Synchronization

/// The idle sessions of one database, last used first out. How many are open at a time is the number of threads that ask.
final class MySQLSessions: Sendable {
    private struct State {
        var idle: [MySQLSession] = []
        var isClosed = false
    }

    private let options: MySQLOptions
    private let connectTimeout: Duration
    private let threads = ThreadGroup()
    private let state = Mutex(State())

    init(options: MySQLOptions, connectTimeout: Duration) {
        self.options = options
        self.connectTimeout = connectTimeout
    }

    /// Runs `body` on a session inside a transaction, which `body` ends.
    func lend<R>(_ mode: MySQLSession.Mode, _ bounds: CallBounds, _ body: (MySQLSession) throws -> R) throws -> R {
        let (session, isBegun) = try takeIdle(mode, bounds)
        let lent = try session ?? MySQLSession.connect(options, bounds: bounds, timeout: connectTimeout, threads: threads)
        defer { giveBack(lent) }
        return try lent.wire.serving(bounds) {
            if !isBegun { try lent.begin(mode) }
            return try body(lent)
        }
    }

    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        _ = consume idle
    }

    /// An idle session with its transaction begun; nil when there is none. One whose server has gone since is dropped, and with it all the others:
    /// nothing of the call has run yet, so a new connection loses nothing.
    private func takeIdle(_ mode: MySQLSession.Mode, _ bounds: CallBounds) throws -> (MySQLSession?, Bool) {
        guard let session = state.withLock({ $0.idle.popLast() }) else { return (nil, false) }
        do {
            try session.wire.serving(bounds) { try session.begin(mode) }
            return (session, true)
        } catch let error as DatabaseError {
            guard session.wire.isBroken, error.code == .unavailable else {
                giveBack(session)
                throw error
            }
            let others = state.withLock { state in
                defer { state.idle = [] }
                return state.idle
            }
            _ = consume others
            return (nil, false)
        }
    }

    private func giveBack(_ session: MySQLSession) {
        guard session.isUsable else { return }
        state.withLock { state in
            if !state.isClosed { state.idle.append(session) }
        }
    }
}
