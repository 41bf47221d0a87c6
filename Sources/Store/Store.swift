package import SQL

/// The server's own state in one database, SQLite or PostgreSQL: transactions, sealed secrets, the audit log and the feed of changed rights.
package final class Store: Sendable {
    package let database: any Database
    package let audit: AuditLog
    package let feed: ChangeFeed
    package let secrets: SecretBox
    /// The damaged rows that lists skip.
    package let damaged = DamagedRows()
    /// Where calls for strangers wait: see ``CallerAuthentication``.
    private let strangers: ConcurrencyLimiter

    /// How long a call waits for its connection and runs, unless it says otherwise: the time that a call of a tool has. On a machine that is slow for a
    /// moment, a valid caller waits and is not refused.
    package static let patience = Duration.seconds(30)
    /// The most calls for strangers that wait; further ones are refused as busy.
    private static let maximumWaitingStrangers = 4_096

    private init(_ database: any Database, secrets: SecretBox, node: String, liveness: NodeLiveness, strangers: Int) {
        self.database = database
        self.secrets = secrets
        self.strangers = ConcurrencyLimiter(limit: strangers, maximumWaiting: Self.maximumWaitingStrangers)
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
        CallerAuthentication.isStranger ? try await strangers.run(call) : try await call()
    }

    /// Writes what the audit log still holds in memory, ends its chain, then closes the database.
    package func close() async {
        await audit.finish()
        await database.close()
    }
}

/// Why the store refused: a stable code and a reason that says what to do and holds no secret, path or SQL.
package struct StoreError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The database holds a migration that this program does not know: a newer program made it.
        case newerSchema = "newer_schema"
        /// The database and this program disagree about a migration that has already run.
        case changedSchema = "changed_schema"
        /// The key file is missing a right form: open to others, not a plain file, of another owner, or of a wrong length.
        case unsafeKeyFile = "unsafe_key_file"
        /// The file of locks that shows which processes are alive cannot be used.
        case lockFile = "lock_file"
        /// A sealed value was changed, belongs to another context, or was sealed under another key.
        case notSealed = "not_sealed"
        /// The audit log's queue is full, so that nothing may run until it has been written.
        case auditFull = "audit_full"
        /// The audit log was changed from outside, so that nothing may be added to it.
        case auditBroken = "audit_broken"
    }

    package let code: Code
    package let reason: String
    /// The system's message, for the log alone.
    package let detail: String

    package init(_ code: Code, _ reason: String, detail: String = "") {
        self.code = code
        self.reason = reason
        self.detail = detail
    }
}
