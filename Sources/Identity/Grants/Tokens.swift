package import JSON
import SQL
package import Store

/// The access tokens of an organization as objects, which can be listed and ended, but not created or changed.
package struct Tokens: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// A part of the unexpired tokens of an organization, or of all organizations.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<TokenObject> {
        let time = now()
        return try await store.read { [damaged = store.damaged] connection in
            var live: Statement = "access_tokens.revoked_at IS NULL AND access_tokens.expires_at > \(time)"
            if let organization { live += " AND access_tokens.organization_id = \(organization)" }
            return try TokenObject.stored.page(query, where: live, on: connection, reporting: damaged)
        }
    }

    /// - Throws: `not_found`, also for a token of another organization or user.
    package func get(_ organization: OrganizationID, _ name: String, user: UserID? = nil) async throws -> TokenObject {
        try await store.read { try Self.require(organization, name, user, on: $0) }
    }

    /// Ends a token; if it belongs to a person's grant, the whole grant ends, because its refresh token would only create another.
    /// - Throws: `not_found`, also for a token of another organization or user.
    package func remove(_ organization: OrganizationID, _ name: String, user: UserID? = nil) async throws {
        let time = now()
        try await store.change { connection, changed in
            let object = try Self.require(organization, name, user, on: connection)
            try Self.revoke(object.id, grant: object.grant, at: time, &changed, on: connection)
            try connection.execute("DELETE FROM access_tokens WHERE id = \(object.id)")
        }
    }

    static func revoke(
        _ id: AccessTokenID, grant: GrantID?, at time: Timestamp, _ changed: inout ChangedTopics, on connection: any Connection
    ) throws {
        changed.insert(.token(id))
        if let grant { changed.insert(.grant(grant)) }
        try connection.execute("UPDATE access_tokens SET revoked_at = \(time) WHERE id = \(id) AND revoked_at IS NULL")
        if let grant { try GrantRow.revoke(grant, at: time, on: connection) }
    }

    /// Ends the token whose `id` and `grant_id` a statement returns, if any.
    static func revoke(in statement: Statement, at time: Timestamp, _ changed: inout ChangedTopics, on connection: any Connection) throws {
        let found = try connection.first(of: "access_tokens", statement) { row in
            (id: try row["id", .id()] as AccessTokenID, grant: try row["grant_id", .optional(.id())] as GrantID?)
        }
        if let found { try revoke(found.id, grant: found.grant, at: time, &changed, on: connection) }
    }

    private static func require(
        _ organization: OrganizationID, _ name: String, _ user: UserID?, on connection: any Connection
    ) throws -> TokenObject {
        var condition: Statement = "access_tokens.organization_id = \(organization) AND access_tokens.name = \(name)"
        if let user { condition += " AND access_tokens.user_id = \(user)" }
        return try TokenObject.stored.require(condition, on: connection, orThrow: .notFound("token", name.prefix(64)))
    }
}

/// A listed access token: without its text, of which only the hash is stored.
package struct TokenObject: Hashable, Sendable {
    package internal(set) var id = AccessTokenID(0)
    /// The `jti`: 32 hexadecimal digits.
    package internal(set) var name = ""
    /// The user's organization, or the application's if it acts for itself.
    package internal(set) var organization = OrganizationID(0)
    package internal(set) var organizationName: Name = "none"
    fileprivate var applicationName: Name = "none"
    fileprivate var applicationOrganization: Name = "none"
    fileprivate var userName: Name?
    fileprivate var userOrganization: Name?
    /// The granted scopes, separated by spaces.
    package internal(set) var scope = ""
    package internal(set) var grantType = ""
    package internal(set) var resource = ""
    package internal(set) var createdAt = Timestamp.earliest
    package internal(set) var expiresAt = Timestamp.earliest
    package internal(set) var revokedAt: Timestamp?
    /// The grant that it was issued for; nil for an application that acts for itself.
    var grant: GrantID?

    package var application: QualifiedName { QualifiedName(organization: applicationOrganization, name: applicationName) }

    /// Nil for an application that acts for itself.
    package var user: QualifiedName? {
        guard let userName, let userOrganization else { return nil }
        return QualifiedName(organization: userOrganization, name: userName)
    }

    /// Unit: seconds.
    private var lifetime: Int64 { (expiresAt.microseconds - createdAt.microseconds + 999_999) / 1_000_000 }
}

extension TokenObject {
    /// The description of the object; tokens cannot be updated.
    static let stored = StoredObject<TokenObject>(
        "access_tokens",
        from: """
            access_tokens LEFT JOIN organizations ON organizations.id = access_tokens.organization_id
            LEFT JOIN applications ON applications.id = access_tokens.application_id
            LEFT JOIN organizations AS application_organizations ON application_organizations.id = applications.organization_id
            LEFT JOIN users ON users.id = access_tokens.user_id
            LEFT JOIN organizations AS user_organizations ON user_organizations.id = users.organization_id
            """, template: TokenObject(), members)

    private static let members: [ObjectMember<TokenObject>] = [
        .column(.generated("id", \.id, .id())),
        .column(.generated("organization_id", \.organization, .id())),
        .column(.selected("application_organization", "application_organizations.name", \.applicationOrganization, .name)),
        .column(.selected("user_organization", "user_organizations.name", \.userOrganization, .optional(.name))),
        .column(.generated("revoked_at", \.revokedAt, .optional(.time))),
        .column(.generated("grant_id", \.grant, .optional(.id()))),
        .shown("name", .generated("name", \.name, .text), search: .text) { .string($0.name) },
        .created(\.createdAt),
        .shown("application", .selected("application", "applications.name", \.applicationName, .name), search: .text) {
            .string($0.applicationName.text)
        },
        .shown("organization", .selected("organization", "organizations.name", \.organizationName, .name), search: .text) {
            .string($0.organizationName.text)
        },
        .shown("user", .selected("user", "users.name", \.userName, .optional(.name)), search: .text) { .string($0.userName?.text ?? "") },
        .computed("accessToken") { _ in .string(Patch.mask) },
        .computed("expiresIn") { .number(JSONNumber($0.lifetime)) },
        .shown("expireTime", .generated("expires_at", \.expiresAt, .time)) { .string($0.expiresAt.rfc3339) },
        .shown("scope", .generated("scope", \.scope, .text), search: .text) { .string($0.scope) },
        .computed("tokenType") { _ in "Bearer" },
        .shown("grantType", .generated("grant_type", \.grantType, .text), search: .text) { .string($0.grantType) },
        .shown("resource", .generated("resource", \.resource, .text), search: .text) { .string($0.resource) },
    ]

    /// The object as clients see it; the token itself is not stored.
    package var wire: JSONObject { Self.stored.wire(self, owner: organizationName.text) }
}

/// An access token in a request: its SHA-256 for the look-up, and its text for verifying the signature once.
package struct PresentedToken: Hashable, Sendable {
    let digest: SecretDigest
    let text: String

    /// Longest possible token of this server. Unit: bytes.
    package static let maximumLength = 8_192

    /// Nil when the text is too long to be a token.
    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        digest = SecretDigest(text)
        self.text = text
    }

    package static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }
    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
