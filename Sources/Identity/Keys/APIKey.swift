import SQL
package import Store

/// An API key as it is listed: without its text.
package struct APIKey: Hashable, Sendable {
    package internal(set) var id = APIKeyID(0)
    package internal(set) var organization = OrganizationID(0)
    package internal(set) var user = UserID(0)
    package internal(set) var userName: Name = "none"
    package internal(set) var name = ""
    /// How the key begins, to recognise it.
    package internal(set) var prefix = ""
    package internal(set) var limits = KeyLimits(scopes: [])
    package internal(set) var createdAt = Timestamp.earliest
    /// At most a minute late; nil when never used.
    package internal(set) var lastUsedAt: Timestamp?
    package internal(set) var revokedAt: Timestamp?
    /// The SHA-256 of the key.
    var hash: [UInt8] = []
    /// What a person allowed the client that made it; nil when none did.
    var grant: GrantID?
}

extension APIKey {
    static let table = StoredTable<APIKey>(
        "api_keys", from: "api_keys LEFT JOIN users ON users.id = api_keys.user_id", blank: APIKey(),
        [
            .generated("id", \.id, .id()),
            .fixed("organization_id", \.organization, .id()),
            .fixed("user_id", \.user, .id()),
            .computed("user", "users.name", \.userName, .name),
            .fixed("workspace_id", \.limits.workspace, .optional(.id())),
            .fixed("role", \.limits.role, .optional(.name)),
            .fixed("name", \.name, .text),
            .fixed("scopes", \.limits.scopes, .scopes),
            .fixed("hash", \.hash, .bytes),
            .fixed("prefix", \.prefix, .text),
            .fixed("created_at", \.createdAt, .time),
            .fixed("expires_at", \.limits.expires, .optional(.time)),
            .fixed("grant_id", \.grant, .optional(.id())),
            .generated("last_used_at", \.lastUsedAt, .optional(.time)),
            .generated("revoked_at", \.revokedAt, .optional(.time)),
        ])
}

extension Codec<Set<String>> {
    /// Names divided by spaces, written in their order (RFC 6749 section 3.3).
    static let scopes = Codec("names of scopes", write: { .text($0.sorted().joined(separator: " ")) }) { row, index in
        Codec<[String]>.words.read(row, index).map { Set($0) }
    }
}

/// A new API key with its text, which is known only at this moment.
package struct NewAPIKey: Sendable {
    package internal(set) var id = APIKeyID(0)
    /// Shown to its owner once, and kept nowhere.
    package let key: Secret
}
