package import SQL

/// The server's own state in one database, SQLite or PostgreSQL: transactions, sealed secrets, the audit log and the feed of changed rights.
package final class Store: Sendable {
    package let database: any Database
    package let audit: AuditLog
    package let feed: ChangeFeed
    package let secrets: SecretBox
    /// The damaged rows that lists skip.
    package let damaged = DamagedRows()
    /// Where calls for strangers wait: see ``CallerStanding``.
    private let strangers: CallGate

    /// How long a call waits for its connection and runs, unless it says otherwise: the time that a call of a tool has. On a machine that is slow for a
    /// moment, a valid caller waits and is not refused.
    package static let patience = Duration.seconds(30)
    /// The most calls for strangers that wait; further ones are refused as busy.
    private static let maximumWaitingStrangers = 4_096

    private init(_ database: any Database, secrets: SecretBox, node: String, liveness: NodeLiveness, strangers: Int) {
        self.database = database
        self.secrets = secrets
        self.strangers = CallGate(limit: strangers, maximumWaiting: Self.maximumWaitingStrangers)
        audit = AuditLog(database, secrets: secrets, node: node, liveness: liveness)
        feed = ChangeFeed(database)
    }

    /// Brings the database to this program's schema and opens it.
    /// - Parameters:
    ///   - migrations: of the domains above, in order; ``migrations`` of the store itself run first.
    ///   - node: names this process in the audit log, for example its host. Processes may share a name: each has a chain of its own.
    ///   - liveness: how processes see that one has died. What a dead one left open in the audit log is closed with the outcome `unknown`.
    ///   - strangers: calls for strangers that use the database at the same time; the other connections are for authenticated callers.
    /// - Throws: ``StoreError`` when the database is newer than this program, `DatabaseError` when it cannot be used.
    package static func open(
        _ database: any Database, migrations: [Migration], secrets: SecretBox, node: String,
        liveness: NodeLiveness = .lease(NodeLiveness.defaultLease), strangers: Int = 16
    ) async throws -> Store {
        try await Migrator(Store.migrations + migrations, on: database).run()
        let store = Store(database, secrets: secrets, node: node, liveness: liveness, strangers: strangers)
        try await store.feed.poll()
        try await store.audit.endDeadChains()
        return store
    }

    /// Whether the database contains a store.
    package static func isMade(in database: any Database) async throws -> Bool {
        try await database.read(.within(patience)) { try Migrator.hasTable(on: $0) }
    }

    /// Runs `body` on one snapshot.
    package func read<R: Sendable>(
        within patience: Duration = Store.patience, _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await inTurn { try await database.read(.within(patience), body) }
    }

    /// Runs `body` in one transaction, durable when this returns.
    /// - Parameter changesRights: notifies every cache of rights, here and in other processes, through ``feed``. Pass false only for a write that
    ///   affects no right, member, key, source or collection. ``change(within:_:)`` says what changed, so that other caches last.
    @discardableResult
    package func write<R: Sendable>(
        changesRights: Bool = true, within patience: Duration = Store.patience, _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        guard changesRights else { return try await inTurn { try await database.write(.within(patience), body) } }
        return try await change(within: patience) { connection, _ in try body(connection) }
    }

    /// Runs `body` in one transaction, durable when this returns, and notifies every cache of rights, here and in other processes, of what it
    /// changed.
    /// - Parameter body: inserts the topics that it changes; when it inserts none, everything counts as changed.
    @discardableResult
    package func change<R: Sendable>(
        within patience: Duration = Store.patience, _ body: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> R
    ) async throws -> R {
        let (result, row, changed) = try await inTurn {
            try await database.write(.within(patience)) { connection in
                var changed = ChangedTopics.everything
                let result = try body(connection, &changed)
                return (result, try ChangeFeed.count(changed, on: connection), changed)
            }
        }
        feed.didCommit(row, changed)
        return result
    }

    /// Calls for strangers that wait for their turn.
    package var waitingStrangers: Int { strangers.waitingCount }

    private func inTurn<R>(_ call: () async throws -> R) async throws -> R {
        CallerStanding.isStranger ? try await strangers.run(call) : try await call()
    }

    /// Writes what the audit log still holds in memory, ends its chain, then closes the database.
    package func close() async {
        await audit.finish()
        await database.close()
    }
}
