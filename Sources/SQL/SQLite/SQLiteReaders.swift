import Blocking

/// The reading connections of a database, lent to one call at a time.
final class SQLiteReaders: Sendable {
    private struct State {
        var idle: [SQLiteConnection] = []
        /// Idle and lent.
        var opened = 0
    }

    private let state = Monitor(State())
    private let limit: Int
    private let open: @Sendable () throws -> SQLiteConnection

    /// - Parameter open: makes a connection when all are lent and fewer than `limit` exist.
    init(limit: Int, open: @escaping @Sendable () throws -> SQLiteConnection) {
        self.limit = limit
        self.open = open
    }

    /// Waits for a connection, at most until `deadline`.
    func borrow(until deadline: ContinuousClock.Instant) throws -> SQLiteConnection {
        let lent: SQLiteConnection?? = state.wait(until: deadline) { state in
            if let idle = state.idle.popLast() { return .some(idle) }
            guard state.opened < limit else { return nil }
            state.opened += 1
            return .some(nil)
        }
        guard let lent else { throw DatabaseError.timeout }
        if let lent { return lent }
        do {
            return try open()
        } catch {
            discardOne()
            throw error
        }
    }

    /// A connection, if one is idle.
    func borrowIdle() -> SQLiteConnection? { state.withLock { $0.idle.popLast() } }

    /// Takes a connection back; one that is still in a transaction is closed.
    func giveBack(_ connection: SQLiteConnection) {
        guard connection.isAutocommit else { return discardOne() }
        connection.wasGivenBack()
        state.withLock { $0.idle.append(connection) }
        state.wakeOne()
    }

    /// Closes what is idle.
    func close() {
        state.withLock { state in
            state.opened -= state.idle.count
            state.idle = []
        }
    }

    private func discardOne() {
        state.withLock { $0.opened -= 1 }
        state.wakeOne()
    }
}
