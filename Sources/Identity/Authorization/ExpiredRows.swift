import OAuth
import SQL
import Store

/// Removes expired rows, a bounded number at a time.
package struct ExpiredRows: Sendable {
    let store: AuthorizationStore
    /// Whether this is a demo server.
    let isDemo: Bool

    /// Most rows of one table that one transaction removes.
    private static let batch = 500
    /// How long ended tokens and grants stay listed, for an investigation after a theft.
    private static let kept = Duration.seconds(86_400)
    /// Age at which a self-registered client without a consent is removed (A31).
    private static let unusedClient = Duration.seconds(86_400)
    /// Age at which a self-registered client of a demo server is removed, whatever it holds.
    static let clientOfDemo = Duration.seconds(86_400)
    /// Time without a grant after which a self-registered client is removed.
    private static let forgottenClient = Duration.seconds(90 * 86_400)

    /// Removes expired rows. Caches are notified of grants and clients, because keys and secrets created with them end with their rows.
    /// - Returns: the number of rows; with a full batch there may be more.
    @discardableResult
    package func cleanUp() async throws -> Int {
        let time = store.now()
        let old = time - Self.kept
        let removals: [Statement] = [
            "DELETE FROM authorization_codes WHERE hash IN (SELECT hash FROM authorization_codes WHERE expires_at < \(old) LIMIT \(Self.batch))",
            "DELETE FROM device_codes WHERE hash IN (SELECT hash FROM device_codes WHERE expires_at < \(time) LIMIT \(Self.batch))",
            "DELETE FROM access_tokens WHERE id IN (SELECT id FROM access_tokens WHERE expires_at < \(old) LIMIT \(Self.batch))",
            "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < \(time) LIMIT \(Self.batch))",
            "DELETE FROM used_assertions WHERE hash IN (SELECT hash FROM used_assertions WHERE expires_at < \(time) LIMIT \(Self.batch))",
            "DELETE FROM attempts WHERE hash IN (SELECT hash FROM attempts WHERE ends_at < \(time) LIMIT \(Self.batch))",
            "DELETE FROM signing_keys WHERE ends_at IS NOT NULL AND ends_at < \(time)",
            """
            UPDATE refresh_tokens SET successor = NULL WHERE successor IS NOT NULL AND grant_id IN
            (SELECT id FROM authorization_grants WHERE rotated_at < \(time - Lifetime.refreshGrace) LIMIT \(Self.batch))
            """,
        ]
        var removed = 0
        try await store.write { try SigningKeys.dropSecrets(at: time, on: $0) }
        for removal in removals {
            removed += try await store.write { try $0.execute(removal) }
        }
        removed += try await remove(
            "authorization_grants", "SELECT id FROM authorization_grants WHERE expires_at < \(old) LIMIT \(Self.batch)"
        ) { .grant(GrantID($0)) }
        removed += try await remove(
            "applications",
            """
            SELECT id FROM applications WHERE source <> 'registered'
            AND created_at < \(time - Self.unusedClient) AND COALESCE(last_used_at, created_at) < \(time - Self.unusedClient)
            AND (last_used_at IS NULL OR last_used_at < \(time - Self.forgottenClient))
            AND NOT EXISTS (SELECT 1 FROM authorization_grants WHERE authorization_grants.application_id = applications.id
            AND authorization_grants.revoked_at IS NULL AND authorization_grants.expires_at > \(time)) LIMIT \(Self.batch)
            """
        ) { .application(ApplicationID($0)) }
        guard isDemo else { return removed }
        removed += try await remove(
            "applications",
            "SELECT id FROM applications WHERE source = 'dynamic' AND created_at <= \(time - Self.clientOfDemo) LIMIT \(Self.batch)"
        ) { .application(ApplicationID($0)) }
        return removed
    }

    /// Removes the rows whose ids `ended` selects, and notifies the caches of each.
    private func remove(_ table: String, _ ended: Statement, topic: @escaping @Sendable (Int64) -> ChangeTopic) async throws -> Int {
        // Most rounds find no rows, and then change no rights.
        guard try await store.read({ try $0.exists(ended) }) else { return 0 }
        return try await store.change { connection, changed in
            let ids = try connection.values(of: table, ended, .integer)
            for id in ids {
                changed.insert(topic(id))
                try connection.execute("DELETE FROM \(Identifier(table)) WHERE id = \(id)")
            }
            return ids.count
        }
    }

    /// Cleans up, and writes delayed changes, until the task is cancelled.
    /// - Parameter failed: called for each failed round; the next round tries again.
    package func run(every interval: Duration = .seconds(60), failed: @Sendable (any Error) -> Void) async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: interval)
                try await store.sessions.flush()
                while try await cleanUp() >= Self.batch, !Task.isCancelled {}
            } catch is CancellationError {
                return
            } catch {
                failed(error)
            }
        }
    }
}
