import Notation
import SQL
package import Store
import Synchronization

/// The sessions of people who are signed in with a browser. A session's id is 256 random bits, stored as its SHA-256; the server ends the
/// session (D09).
package final class Sessions: Sendable {
    private struct Uses {
        /// When each session was last used in this process; ended ones are dropped at each flush.
        var latest: [SessionID: Timestamp] = [:]
        var unwritten: Set<SessionID> = []
    }

    package let limits: SessionLimits
    private let store: Store
    private let now: @Sendable () -> Timestamp
    private let uses = Mutex(Uses())

    package init(store: Store, limits: SessionLimits = .standard, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.limits = limits
        self.now = now
    }

    /// Begins a session with a new id; the browser's earlier session ends.
    func begin(_ user: UserID, replacing old: PresentedSession?) async throws -> NewSession {
        let made = SecretText.session.make()
        let time = now()
        if let old { try await end(old) }
        let principal = try await store.write(changesRights: false) { [self] connection in
            try connection.execute(
                """
                INSERT INTO sessions (hash, user_id, created_at, last_used_at, expires_at)
                VALUES (\(made.digest.bytes), \(user), \(time), \(time), \(time + limits.absolute))
                """)
            return try find(made.digest, on: connection)
        }
        guard let principal else { throw IdentityError.notFound("user", user.rawValue) }
        return NewSession(cookie: made.secret, principal: principal, maximumAge: limits.absolute)
    }

    /// Ends a session everywhere; a session that has already ended is not an error.
    package func end(_ session: PresentedSession) async throws {
        try await store.change { connection, changed in
            changed.insert(.credential(session.digest.bytes))
            try connection.execute("DELETE FROM sessions WHERE hash = \(session.digest.bytes)")
        }
    }

    /// Ends every session of a user.
    package func endAll(of user: UserID) async throws {
        try await store.change { connection, changed in
            changed.insert(.user(user))
            try connection.execute("DELETE FROM sessions WHERE user_id = \(user)")
        }
    }

    /// The principal of a session; nil when there is none, or its user is disabled. Each use must check its expiry.
    func find(_ session: PresentedSession) async throws -> SessionPrincipal? {
        try await store.read { [self] in try find(session.digest, on: $0) }
    }

    /// Whether the session has not expired; if so, it counts as used.
    func use(_ principal: SessionPrincipal) -> Bool {
        let time = now()
        guard principal.expires > time else { return false }
        return uses.withLock { uses in
            let last = max(uses.latest[principal.session] ?? .earliest, principal.lastUsedAt)
            guard last + limits.idle > time else { return false }
            uses.latest[principal.session] = time
            uses.unwritten.insert(principal.session)
            return true
        }
    }

    /// Writes when sessions were used, so that other nodes know; this is not a change of rights.
    package func flush() async throws {
        let end = now() - limits.idle
        let news = uses.withLock { uses in
            defer { uses.unwritten = [] }
            let news = uses.unwritten.compactMap { session in uses.latest[session].map { (session, $0) } }
            uses.latest = uses.latest.filter { $0.value > end }
            return news.sorted { $0.0 < $1.0 }
        }
        guard !news.isEmpty else { return }
        try await store.write(changesRights: false) { connection in
            for (session, time) in news {
                try connection.execute("UPDATE sessions SET last_used_at = \(time) WHERE id = \(session) AND last_used_at < \(time)")
            }
        }
    }

    private func find(_ digest: SecretDigest, on connection: any Connection) throws -> SessionPrincipal? {
        try connection.first(
            of: "sessions",
            """
            SELECT \(SessionPrincipal.columns) FROM sessions JOIN users ON users.id = sessions.user_id
            JOIN organizations ON organizations.id = users.organization_id
            WHERE sessions.hash = \(digest.bytes) AND users.disabled_at IS NULL
            """
        ) { try SessionPrincipal($0, digest: digest, formToken: formToken) }
    }

    private func formToken(_ session: SessionID) -> String {
        Base64URL.encode(store.secrets.sign(Array(String(session.rawValue).utf8), context: "sessions/form"))
    }
}

/// A new session with its id, which is available only at this moment.
package struct NewSession: Sendable {
    /// The value of the cookie; not stored.
    package let cookie: Secret
    package let principal: SessionPrincipal
    /// The lifetime of the cookie.
    package let maximumAge: Duration
    /// The value of the cookie that marks this browser as known to the account; nil for a session without a sign-in.
    package internal(set) var device: Secret?
}

/// The value of a session cookie, held as its SHA-256.
package struct PresentedSession: Hashable, Sendable {
    let digest: SecretDigest

    /// Nil when the text does not have the form of a session's id.
    package init?(_ cookie: String) {
        guard let digest = SecretText.session.digest(of: cookie) else { return nil }
        self.digest = digest
    }
}

/// How long a session lasts.
package struct SessionLimits: Hashable, Sendable {
    /// Longest time without a request.
    package let idle: Duration
    /// Longest time after the sign-in.
    package let absolute: Duration

    package static let standard = SessionLimits(idle: .seconds(8 * 3_600), absolute: .seconds(24 * 3_600))
}
