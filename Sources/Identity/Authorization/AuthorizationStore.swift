import OAuth
import SQL
import Store

/// What every endpoint of the authorization server stands on: its rows, who is known, the rules of scopes, counters of attempts and the audit log.
struct AuthorizationStore: Sendable {
    let rows: Store
    let directory: Directory
    let policy: any ScopePolicy
    let attempts: Attempts
    let audit: AuthorizationAudit
    let now: @Sendable () -> Timestamp

    init(_ rows: Store, _ directory: Directory, _ policy: any ScopePolicy, now: @escaping @Sendable () -> Timestamp) {
        self.rows = rows
        self.directory = directory
        self.policy = policy
        self.now = now
        attempts = Attempts(store: rows, now: now)
        audit = AuthorizationAudit(rows, now: now)
    }

    var rules: ScopeRules { ScopeRules(policy: policy) }
    var sessions: Sessions { directory.sessions }

    func read<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R { try await rows.read(body) }

    /// Changes rows that no cache holds, in one transaction.
    func write<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await rows.write(changesRights: false, body)
    }

    /// Changes rows in one transaction, and tells caches of the topics that `body` names.
    func change<R: Sendable>(_ body: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> R) async throws -> R {
        try await rows.change(body)
    }
}
