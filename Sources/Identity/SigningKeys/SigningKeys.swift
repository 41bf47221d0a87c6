package import JSON
package import OAuth
import SQL
package import Store
import Synchronization

/// The keys that sign access tokens. One signs; a new one is published before it signs; replaced ones verify until their last token has expired
/// (A21).
package final class SigningKeys: Sendable {
    private struct CachedKeys: Sendable {
        let version: UInt64
        let set: KeySet
    }

    private let store: Store
    private let now: @Sendable () -> Timestamp
    private let kept = Mutex<CachedKeys?>(nil)
    /// When keys were last read because of a token with an unknown key.
    private let asked = Mutex<Timestamp?>(nil)

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// The keys, cached until they change; the first key is created if there is none.
    package func keySet() async throws -> KeySet {
        if let known = known() { return known }
        let version = store.feed.version
        let set: KeySet
        if let stored = try await load() {
            set = stored
        } else {
            try await makeFirst()
            guard let stored = try await load() else { throw StoreError(.notSealed, "there is no signing key") }
            set = stored
        }
        kept.withLock { $0 = CachedKeys(version: version, set: set) }
        return set
    }

    /// The keys for verifying a token. A token with an unknown key may come from a node that has just rotated, so the keys are read again,
    /// at most once a second.
    func keySet(verifying token: String) async throws -> KeySet {
        let set = try await keySet()
        guard set.lacksKey(of: token) else { return set }
        let time = now()
        let isTurn = asked.withLock { asked in
            if let last = asked, time < last + .seconds(1), last <= time { return false }
            asked = time
            return true
        }
        guard isTurn, let stored = try await load() else { return set }
        kept.withLock { $0 = $0.map { CachedKeys(version: $0.version, set: stored) } }
        return stored
    }

    /// The keys in memory.
    func known() -> KeySet? {
        kept.withLock { kept in kept.flatMap { store.feed.isUnchanged([.signingKeys], since: $0.version) ? $0.set : nil } }
    }

    /// Newest first, without those that have ended.
    package func list() async throws -> [SigningKeyRecord] {
        let time = now()
        return try await store.read { connection in
            try connection.all(
                of: "signing_keys",
                """
                SELECT \(SigningKeyRecord.columns) FROM signing_keys WHERE ends_at IS NULL OR ends_at > \(time)
                ORDER BY created_at DESC, id
                """
            ) { try SigningKeyRecord($0, at: time) }
        }
    }

    /// How long a new key is published before it signs: twice as long as verifiers may cache the key set (`max-age` of
    /// `/.well-known/jwks`).
    package static let overlap = Duration.seconds(600)

    /// Publishes a new key, which signs after the overlap. The old one signs until then, and verifies until every token that it can have
    /// signed has expired.
    /// - Parameter overlap: from zero to a day.
    /// - Throws: `conflict` when another process rotates at the same moment; `invalid` for another overlap.
    @discardableResult
    package func rotate(overlap: Duration = SigningKeys.overlap) async throws -> SigningKeyRecord {
        guard overlap >= .zero, overlap <= .seconds(86_400) else { throw IdentityError(.invalid, "overlap: expected at most one day") }
        let key = SigningKey.generate()
        let sealed = try seal(key)
        let time = now()
        return try await store.change(orConflict: IdentityError(.conflict, "signing-key: it was rotated at this moment already")) {
            connection, changed in
            changed.insert(.signingKeys)
            let begin = time + overlap
            // Nodes that do not know of it yet sign with the old key for some seconds more.
            let hours = try connection.value(of: "applications", "SELECT COALESCE(max(expire_hours), 1) FROM applications", .integer) ?? 1
            let end = begin + .seconds(hours * 3_600) + .seconds(60)
            try connection.execute(
                "UPDATE signing_keys SET retired_at = \(begin), ends_at = \(end) WHERE retired_at IS NULL OR retired_at > \(begin)")
            try Self.dropSecrets(at: time, on: connection)
            try Self.insert(key, sealed, at: time, on: connection)
            let made = try connection.first(of: "signing_keys", "SELECT \(SigningKeyRecord.columns) FROM signing_keys WHERE id = \(key.id)") {
                try SigningKeyRecord($0, at: time)
            }
            guard let made else { throw IdentityError.notFound("signing-key", key.id) }
            return made
        }
    }

    /// Removes the private parts of keys with which no node signs any more.
    static func dropSecrets(at time: Timestamp, on connection: any Connection) throws {
        try connection.execute("UPDATE signing_keys SET sealed_key = NULL WHERE retired_at <= \(time - slack) AND sealed_key IS NOT NULL")
    }

    /// Allowed difference between the clocks of nodes before a private key is removed.
    private static let slack = Duration.seconds(60)

    /// The public keys, for `/.well-known/jwks`.
    package func jwks() async throws -> JSONValue { try await keySet().document(at: now()) }

    private func load() async throws -> KeySet? {
        let time = now()
        let rows = try await store.read { connection in
            try connection.all(
                of: "signing_keys",
                """
                SELECT id, public_key, sealed_key, retired_at, ends_at FROM signing_keys WHERE ends_at IS NULL OR ends_at > \(time)
                ORDER BY created_at
                """
            ) { row in
                (
                    id: try row["id", .text], publicKey: try row["public_key", .bytes], sealed: try row["sealed_key", .optional(.bytes)],
                    retired: try row["retired_at", .optional(.time)], end: try row["ends_at", .optional(.time)]
                )
            }
        }
        var signing: [(key: SigningKey, until: Timestamp?)] = []
        var retired: [(key: VerifyingKey, until: Timestamp)] = []
        for row in rows {
            if let end = row.end { retired.append((key: try VerifyingKey(bytes: row.publicKey), until: end)) }
            guard let sealed = row.sealed else { continue }
            signing.append((try SigningKey(secret: try store.secrets.open(sealed, context: Self.context(row.id))), row.retired))
        }
        guard let last = signing.first(where: { $0.until == nil })?.key else { return nil }
        let before = signing.compactMap { turn in turn.until.map { (key: turn.key, until: $0) } }.sorted { $0.until < $1.until }
        return KeySet(signing: last, after: before, retired: retired)
    }

    private func makeFirst() async throws {
        let key = SigningKey.generate()
        let sealed = try seal(key)
        let time = now()
        do {
            try await store.change { connection, changed in
                changed.insert(.signingKeys)
                guard try !connection.exists("SELECT 1 FROM signing_keys WHERE retired_at IS NULL") else { return }
                try Self.insert(key, sealed, at: time, on: connection)
            }
        } catch let error as DatabaseError where error.code == .constraint {
            // Another node was faster; its key is used.
        }
    }

    private func seal(_ key: SigningKey) throws -> [UInt8] { try store.secrets.seal(key.secret, context: Self.context(key.id)) }

    private static func insert(_ key: SigningKey, _ sealed: [UInt8], at time: Timestamp, on connection: any Connection) throws {
        try connection.execute(
            """
            INSERT INTO signing_keys (id, public_key, sealed_key, created_at)
            VALUES (\(key.id), \(key.verifying.bytes), \(sealed), \(time))
            """)
    }

    private static func context(_ id: String) -> String { "signing_keys/\(id)" }
}
