import Blocking
package import SQLSyntax

/// A MySQL or MariaDB database with a bounded pool of connections, which are opened on demand and dropped when broken.
///
/// One connection serves one call at a time on one thread. When the server is down, calls fail and the pool recovers. The session is reset
/// after each call, so the next call finds none of its state.
package final class MySQLDatabase: Database {
    package var dialect: Dialect { .mysql }

    private let sessions: SessionPool<MySQLSession>
    private let pool: BlockingPool
    private let name: String

    /// Makes the pool without connecting.
    /// - Parameters:
    ///   - connections: most open connections.
    ///   - queueLength: most calls that wait for a connection; further calls are refused as busy.
    ///   - share: provides the slots of the connections; nil where only their number is limited.
    ///   - idleTime: how long an idle connection stays open.
    ///   - connectTimeout: time for the server to accept a connection; `connect_timeout` in the address takes precedence.
    /// - Throws: ``DatabaseError`` `invalid` when the address is not one of MySQL or MariaDB.
    package init(
        url: DatabaseURL, connections: Int = 8, queueLength: Int = 1_024, share: ConnectionSlots.Share? = nil, idleTime: Duration = .seconds(300),
        connectTimeout: Duration = .seconds(5)
    ) throws(DatabaseError) {
        let options = try MySQLOptions(url)
        name = options.database
        let timeout = options.timeout ?? connectTimeout
        let threads = ThreadGroup()
        sessions = SessionPool(idleTime: idleTime, share: share) { try MySQLSession.connect(options, bounds: $0, timeout: timeout, threads: threads) }
        pool = BlockingPool(name: "mysql", threads: connections, queueLength: queueLength)
    }

    package func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await pool.use(bounds) { [sessions] in
            try sessions.lend(.read, bounds) { session in
                defer { session.rollBack() }
                let result = try body(session)
                // A stopped statement may end without an error.
                if let error = session.wire.stopError { throw error }
                return result
            }
        }
    }

    /// Runs statements that create and change tables. These engines commit them implicitly, so they cannot be rolled back.
    package func define(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        try await pool.use(bounds) { [sessions] in
            try sessions.lend(.autocommit, bounds) { session in
                defer { session.rollBack() }
                try body(session)
            }
        }
    }

    package func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await pool.use(bounds) { [sessions] in
            try sessions.lend(.write, bounds) { session in
                do {
                    let result = try body(session)
                    try session.commit()
                    return result
                } catch {
                    session.rollBack()
                    throw error
                }
            }
        }
    }

    package func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema {
        try await read(bounds) { [name] in try MySQLReflection(connection: $0, database: name).schema() }
    }

    package func close() async {
        await pool.close()
        sessions.close()
    }
}
