import SQL
package import Store

/// An API key as it is listed: without the key.
package struct APIKey: Hashable, Sendable {
    package let id: APIKeyID
    package let organization: OrganizationID
    package let user: UserID
    package let userName: Name
    package let name: String
    /// How the key begins, to recognise it.
    package let prefix: String
    package let limits: KeyLimits
    package let createdAt: Timestamp
    /// At most a minute late; nil when never used.
    package let lastUsedAt: Timestamp?
    package let revokedAt: Timestamp?

    static let columns: Statement =
        """
        api_keys.id, api_keys.organization_id, api_keys.user_id, users.name, api_keys.name, api_keys.prefix, api_keys.created_at,
        api_keys.last_used_at, api_keys.revoked_at, api_keys.workspace_id, api_keys.role, api_keys.scopes, api_keys.expires_at
        """

    init(_ row: any Row) {
        id = APIKeyID(row.int(0) ?? 0)
        organization = OrganizationID(row.int(1) ?? 0)
        user = UserID(row.int(2) ?? 0)
        userName = row.name(3)
        name = row.text(4) ?? ""
        prefix = row.text(5) ?? ""
        createdAt = row.time(6) ?? .earliest
        lastUsedAt = row.time(7)
        revokedAt = row.time(8)
        limits = KeyLimits(row, from: 9)
    }
}

extension KeyLimits {
    /// Reads `workspace_id, role, scopes, expires_at`, which stand in this order from a column on.
    init(_ row: any Row, from column: Int) {
        self.init(
            workspace: row.int(column).map(WorkspaceID.init(_:)), role: row.text(column + 1).map(Name.init(stored:)),
            scopes: Set((row.text(column + 2) ?? "").split(separator: " ").map(String.init)), expires: row.time(column + 3))
    }
}

/// A key at the one moment when its text is known.
package struct NewAPIKey: Sendable {
    package let id: APIKeyID
    /// Shown to its owner once, and kept nowhere.
    package let key: Secret
}
