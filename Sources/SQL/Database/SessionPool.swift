import Synchronization

/// A driver's session as a pool uses it: it begins transactions, and reports whether it can be reused.
protocol PooledSession: AnyObject, Sendable {
    associatedtype Mode: Sendable

    /// Whether the connection is lost or was abandoned.
    var isBroken: Bool { get }
    /// Whether another call may use it.
    var isUsable: Bool { get }

    /// Begins a transaction, within the current bounds.
    func begin(_ mode: Mode) throws(DatabaseError)

    /// Runs `body` within the bounds of a call.
    func serving<R>(_ bounds: CallBounds, _ body: () throws -> R) throws -> R
}

/// The idle sessions of one database, last used first out. The number of open sessions is limited by the threads that use them and by
/// ``ConnectionSlots``. Returning a session closes those that have been idle too long.
final class SessionPool<Session: PooledSession>: IdleConnections {
    /// A session with its slot, which is returned after the session is closed.
    private struct Held {
        let session: Session
        let slot: ConnectionSlot?
    }

    private struct Idle {
        let held: Held
        let since: ContinuousClock.Instant
    }

    private struct State {
        /// The least recently used session first.
        var idle: [Idle] = []
        var isClosed = false
    }

    private let connect: @Sendable (CallBounds) throws -> Session
    private let idleTime: Duration
    private let share: ConnectionSlots.Share?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - idleTime: how long an idle session stays open.
    ///   - share: provides the slots of the sessions; nil where only their number is limited.
    ///   - connect: opens a session, within the bounds of the call that needs it.
    init(idleTime: Duration, share: ConnectionSlots.Share? = nil, connect: @escaping @Sendable (CallBounds) throws -> Session) {
        self.idleTime = idleTime
        self.share = share
        self.connect = connect
        share?.slots.add(self, of: share?.tenant ?? 0)
    }

    deinit { share?.slots.remove(ObjectIdentifier(self)) }

    var idleSince: ContinuousClock.Instant? { state.withLock { $0.idle.first?.since } }

    func closeIdlest() -> Bool {
        // The removed session is closed with the returned value, outside the lock.
        state.withLock { $0.idle.isEmpty ? nil : $0.idle.removeFirst() } != nil
    }

    /// Runs `body` on a session inside a transaction, which `body` ends.
    func lend<R>(_ mode: Session.Mode, _ bounds: CallBounds, _ body: (Session) throws -> R) throws -> R {
        let begun = try takeIdle(mode, bounds)
        let lent = try begun ?? open(bounds)
        defer { release(lent) }
        return try lent.session.serving(bounds) {
            if begun == nil { try lent.session.begin(mode) }
            return try body(lent.session)
        }
    }

    func close() { _ = takeAll(closing: true) }

    private func open(_ bounds: CallBounds) throws -> Held {
        let slot = try share.map { try $0.slots.take(for: $0.tenant, bounds) }
        return Held(session: try connect(bounds), slot: slot)
    }

    /// An idle session with a transaction begun; nil when there is none. If its server connection was lost, it and all other idle sessions
    /// are dropped: no part of the call has run yet, so a new connection loses nothing.
    private func takeIdle(_ mode: Session.Mode, _ bounds: CallBounds) throws -> Held? {
        guard let held = state.withLock({ $0.idle.popLast()?.held }) else { return nil }
        do {
            try held.session.serving(bounds) { try held.session.begin(mode) }
            return held
        } catch let error as DatabaseError {
            guard held.session.isBroken, error.code == .unavailable else {
                release(held)
                throw error
            }
            _ = takeAll(closing: false)
            return nil
        }
    }

    /// Removes the idle sessions; they are closed with the returned value, outside the lock.
    private func takeAll(closing: Bool) -> [Held] {
        state.withLock { state in
            state.isClosed = state.isClosed || closing
            defer { state.idle = [] }
            return state.idle.map(\.held)
        }
    }

    private func release(_ held: Held) {
        guard held.session.isUsable, !isWanted else { return }
        let now = ContinuousClock.now
        // They are closed with the returned value, outside the lock.
        _ = state.withLock { state -> [Held] in
            guard !state.isClosed else { return [] }
            let old = state.idle.prefix { now - $0.since > idleTime }.map(\.held)
            state.idle.removeFirst(old.count)
            state.idle.append(Idle(held: held, since: now))
            return old
        }
        // A call that began to wait meanwhile did not see this session among the idle ones.
        if isWanted { _ = closeIdlest() }
    }

    /// Whether a waiting call may have the slot of one of these sessions.
    private var isWanted: Bool { share.map { $0.slots.needsPlace(of: $0.tenant) } ?? false }
}
