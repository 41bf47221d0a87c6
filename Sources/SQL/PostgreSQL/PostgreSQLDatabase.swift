import Blocking
package import SQLSyntax

/// A PostgreSQL database with a bounded pool of connections, which are opened on demand and dropped when broken.
///
/// One connection serves one call at a time on one thread. When the server is down, calls fail and the pool recovers.
package final class PostgreSQLDatabase: Database {
    package var dialect: Dialect { .postgresql }

    private let sessions: SessionPool<PostgreSQLSession>
    private let pool: BlockingPool
    private let resetsAfterUse: Bool
    private let schema: String?

    /// Makes the pool without connecting.
    /// - Parameters:
    ///   - schema: the only schema that this database uses: unqualified names mean it, and reflection covers no other.
    ///   - connections: most open connections.
    ///   - queueLength: most calls that wait for a connection; further calls are refused as busy.
    ///   - resetsAfterUse: removes all state of a call from the session (settings, prepared statements, temporary objects), for connections
    ///     that run callers' SQL.
    ///   - share: provides the slots of the connections; nil where only their number is limited.
    ///   - idleTime: how long an idle connection stays open.
    ///   - connectTimeout: time for the server to accept a connection, for hosts that do not respond; `connect_timeout` in the address takes
    ///     precedence.
    /// - Throws: ``DatabaseError`` `invalid` when the address is not one of PostgreSQL.
    package init(
        url: DatabaseURL, schema: String? = nil, connections: Int = 8, queueLength: Int = 1_024, resetsAfterUse: Bool = false,
        share: ConnectionSlots.Share? = nil, idleTime: Duration = .seconds(300), connectTimeout: Duration = .seconds(5)
    ) throws(DatabaseError) {
        let options = try PostgreSQLOptions(schema.map(url.inSchema) ?? url)
        let timeout = options.timeout ?? connectTimeout
        let threads = ThreadGroup()
        sessions = SessionPool(idleTime: idleTime, share: share) { bounds in
            try PostgreSQLSession.connect(
                options, bounds: bounds, timeout: timeout, threads: threads, prepared: PreparedStatements(limit: resetsAfterUse ? 0 : 128))
        }
        pool = BlockingPool(name: "postgresql", threads: connections, queueLength: queueLength)
        self.resetsAfterUse = resetsAfterUse
        self.schema = schema
    }

    package func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await pool.use(bounds) { [sessions, resetsAfterUse] in
            try sessions.lend(.read, bounds) { session in
                defer { session.rollBack(thenReset: resetsAfterUse) }
                return try body(session)
            }
        }
    }

    package func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await pool.use(bounds) { [sessions, resetsAfterUse] in
            try sessions.lend(.write, bounds) { session in
                do {
                    let result = try body(session)
                    try session.commit(thenReset: resetsAfterUse)
                    return result
                } catch {
                    session.rollBack(thenReset: resetsAfterUse)
                    throw error
                }
            }
        }
    }

    package func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema {
        try await read(bounds) { [schema] connection in
            try connection.pinFunctions()
            return try PostgreSQLReflection(connection: connection, only: schema).schema()
        }
    }

    package func close() async {
        await pool.close()
        sessions.close()
    }
}
