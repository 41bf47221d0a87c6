package import SQL

/// The server's own state in one database, SQLite or PostgreSQL: transactions, sealed secrets, the audit log and the feed of changed rights.
package final class Store: Sendable {
    package let database: any Database
    package let audit: AuditLog
    package let feed: ChangeFeed
    package let secrets: SecretBox
    /// The damaged rows that lists skip.
    package let damaged = DamagedRows()
    /// The queue for calls of strangers; see ``CallerAuthentication``.
    private let strangers: ConcurrencyLimiter

    /// Default time for a call to wait for its connection and run: the time limit of a tool call. On a machine that is briefly slow, a
    /// valid caller waits and is not refused.
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

    /// Migrates the database to this program's schema and opens it.
    /// - Parameters:
    ///   - migrations: of the domains, in order; ``migrations`` of the store itself run first.
    ///   - node: the name of this process in the audit log, for example its host. Processes may share a name: each has its own chain.
    ///   - liveness: how processes detect that another one has died. Calls that a dead process left open in the audit log get the outcome
    ///     `unknown`.
    ///   - strangers: most calls of strangers that use the database at the same time; the other connections are for authenticated callers.
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
    /// - Parameter changesRights: notifies every cache of rights, in all processes, through ``feed``. Pass false only for a write that
    ///   affects no right, member, key, source or collection. ``change(within:_:)`` reports what changed, so that unrelated cache entries
    ///   stay valid.
    @discardableResult
    package func write<R: Sendable>(
        changesRights: Bool = true, within patience: Duration = Store.patience, _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        guard changesRights else { return try await inTurn { try await database.write(.within(patience), body) } }
        return try await change(within: patience) { connection, _ in try body(connection) }
    }

    /// Runs `body` in one transaction, durable when this returns, and notifies every cache of rights, in all processes, of the changed
    /// topics.
    /// - Parameter body: inserts the topics that it changes; if it inserts none, everything counts as changed.
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

    /// Writes queued audit rows, ends the audit chain, then closes the database.
    package func close() async {
        await audit.finish()
        await database.close()
    }
}

/// Why the store refused: a stable code and a reason that says what to do, without secrets, paths or SQL.
package struct StoreError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The database holds a migration that this program does not know: a newer program made it.
        case newerSchema = "newer_schema"
        /// The database and this program disagree about a migration that has already run.
        case changedSchema = "changed_schema"
        /// The key file is not acceptable: readable by others, not a regular file, owned by another user, or of a wrong length.
        case unsafeKeyFile = "unsafe_key_file"
        /// The lock file that shows which processes are alive cannot be used.
        case lockFile = "lock_file"
        /// A sealed value was changed, belongs to another context, or was sealed under another key.
        case notSealed = "not_sealed"
        /// The audit log's queue is full, so that nothing may run until it is written.
        case auditFull = "audit_full"
        /// The audit log was changed from outside, so that nothing may be added to it.
        case auditBroken = "audit_broken"
    }

    package let code: Code
    package let reason: String
    /// The system's message, for the log only.
    package let detail: String

    package init(_ code: Code, _ reason: String, detail: String = "") {
        self.code = code
        self.reason = reason
        self.detail = detail
    }
}
