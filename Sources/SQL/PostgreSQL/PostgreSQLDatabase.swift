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

    /// Connects to nothing yet.
    /// - Parameters:
    ///   - schema: the only one that is this database's: unqualified names mean it, and reflection covers no other.
    ///   - connections: open at a time, at most.
    ///   - queueLength: calls that wait for one at a time; beyond, a call is refused as busy.
    ///   - resetsAfterUse: leaves no trace of a call in the session (settings, prepared and temporary things), for connections that run callers' SQL.
    ///   - share: whose slots the connections take; nil where they are bounded by their number alone.
    ///   - idleTime: how long a connection stays open that no call uses.
    ///   - connectTimeout: until the server must have accepted a connection, for hosts that do not answer at all; `connect_timeout` of the address
    ///     goes before.
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
