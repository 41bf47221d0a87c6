import Synchronization

/// The sessions in this process, by id and by handle. At its limit it drops idle sessions, which can be restored from their ids.
final class SessionTable: Sendable {
    private struct State: Sendable {
        var byID: [String: Session] = [:]
        /// Handle to id.
        var ids: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    func session(_ id: String) -> Session? { state.withLock { $0.byID[id] } }

    func session(handle: String) -> Session? { state.withLock { state in state.ids[handle].flatMap { state.byID[$0] } } }

    /// Adds a session unless the id is present already. Returns the session in the table.
    func add(_ session: Session, _ id: String) -> Session {
        state.withLock { state in
            if let known = state.byID[id] { return known }
            state.byID[id] = session
            state.ids[session.claims.handle] = id
            if state.byID.count > limit { Self.trim(&state, to: limit - limit / 10) }
            return session
        }
    }

    func remove(_ session: Session) {
        state.withLock { state in
            guard let id = state.ids.removeValue(forKey: session.claims.handle) else { return }
            state.byID[id] = nil
        }
    }

    /// Drops all sessions, which breaks the reference cycle between sessions and node.
    func removeAll() { state.withLock { $0 = State() } }

    private static func trim(_ state: inout State, to count: Int) {
        let idle = state.byID.filter { !$0.value.isBusy }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (id, session) in idle.prefix(max(0, state.byID.count - count)) {
            state.byID[id] = nil
            state.ids[session.claims.handle] = nil
        }
    }
}
