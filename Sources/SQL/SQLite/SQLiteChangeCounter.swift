import Blocking

/// Reads `PRAGMA data_version` on a separate connection: the number changes when any other connection commits.
final class SQLiteChangeCounter: Sendable {
    private struct State {
        var connection: SQLiteConnection?
        var isClosed = false
    }

    private let state = Monitor(State())
    private let open: @Sendable () throws -> SQLiteConnection

    init(open: @escaping @Sendable () throws -> SQLiteConnection) { self.open = open }

    func read() throws -> Int64? {
        try state.withLock { state in
            if state.isClosed { throw DatabaseError.closed }
            let connection = try state.connection ?? open()
            state.connection = connection
            return try connection.first("PRAGMA data_version") { $0.int(0) } ?? nil
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.connection = nil
        }
    }
}
