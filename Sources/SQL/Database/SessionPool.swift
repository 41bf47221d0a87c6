import Synchronization

/// A session of a driver as a pool of them sees it: it begins transactions, and knows whether it can be used again.
protocol PooledSession: AnyObject, Sendable {
    associatedtype Mode: Sendable

    /// The connection is lost or was broken off.
    var isBroken: Bool { get }
    /// Whether another call may use it.
    var isUsable: Bool { get }

    /// Begins a transaction, within the bounds that hold.
    func begin(_ mode: Mode) throws(DatabaseError)

    /// Runs `body` within the bounds of a call.
    func serving<R>(_ bounds: CallBounds, _ body: () throws -> R) throws -> R
}

/// The idle sessions of one database, last used first out. How many are open at a time is the number of threads that ask; those that were idle for too
/// long are closed when another one is given back.
final class SessionPool<Session: PooledSession>: Sendable {
    private struct Idle {
        let session: Session
        let since: ContinuousClock.Instant
    }

    private struct State {
        /// The least recently used first.
        var idle: [Idle] = []
        var isClosed = false
    }

    private let connect: @Sendable (CallBounds) throws -> Session
    private let idleTime: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - idleTime: how long a session stays open that no call uses.
    ///   - connect: opens a session, within the bounds of the call that needs it.
    init(idleTime: Duration, connect: @escaping @Sendable (CallBounds) throws -> Session) {
        self.idleTime = idleTime
        self.connect = connect
    }

    /// How many sessions are idle.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// Runs `body` on a session inside a transaction, which `body` ends.
    func lend<R>(_ mode: Session.Mode, _ bounds: CallBounds, _ body: (Session) throws -> R) throws -> R {
        let (session, isBegun) = try takeIdle(mode, bounds)
        let lent = try session ?? connect(bounds)
        defer { giveBack(lent) }
        return try lent.serving(bounds) {
            if !isBegun { try lent.begin(mode) }
            return try body(lent)
        }
    }

    func close() { _ = takeAll(closing: true) }

    /// An idle session with its transaction begun; nil when there is none. One whose server has gone since is dropped, and with it all the others:
    /// nothing of the call has run yet, so a new connection loses nothing.
    private func takeIdle(_ mode: Session.Mode, _ bounds: CallBounds) throws -> (Session?, Bool) {
        guard let session = state.withLock({ $0.idle.popLast()?.session }) else { return (nil, false) }
        do {
            try session.serving(bounds) { try session.begin(mode) }
            return (session, true)
        } catch let error as DatabaseError {
            guard session.isBroken, error.code == .unavailable else {
                giveBack(session)
                throw error
            }
            _ = takeAll(closing: false)
            return (nil, false)
        }
    }

    /// The idle sessions, which go with what is returned: outside of the lock.
    private func takeAll(closing: Bool) -> [Session] {
        state.withLock { state in
            state.isClosed = state.isClosed || closing
            defer { state.idle = [] }
            return state.idle.map(\.session)
        }
    }

    private func giveBack(_ session: Session) {
        guard session.isUsable else { return }
        let now = ContinuousClock.now
        // They are closed with what is returned: outside of the lock.
        _ = state.withLock { state -> [Session] in
            guard !state.isClosed else { return [] }
            let old = state.idle.prefix { now - $0.since > idleTime }.map(\.session)
            state.idle.removeFirst(old.count)
            state.idle.append(Idle(session: session, since: now))
            return old
        }
    }
}
