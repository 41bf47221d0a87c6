package import JSON
import SQL
package import Store

/// An access token as it is listed: without its text, of which only the hash is stored.
package struct TokenObject: Hashable, Sendable {
    package internal(set) var id = AccessTokenID(0)
    /// The `jti`: 32 hexadecimal digits.
    package internal(set) var name = ""
    /// Where it was issued: the user's organization, or the application's when it acts by itself.
    package internal(set) var organization = OrganizationID(0)
    package internal(set) var organizationName: Name = "none"
    fileprivate var applicationName: Name = "none"
    fileprivate var applicationOrganization: Name = "none"
    fileprivate var userName: Name?
    fileprivate var userOrganization: Name?
    /// As granted, divided by spaces.
    package internal(set) var scope = ""
    package internal(set) var grantType = ""
    package internal(set) var resource = ""
    package internal(set) var createdAt = Timestamp.earliest
    package internal(set) var expiresAt = Timestamp.earliest
    package internal(set) var revokedAt: Timestamp?
    /// What a person allowed, which it came of; nil for an application that acts by itself.
    var grant: GrantID?

    package var application: QualifiedName { QualifiedName(organization: applicationOrganization, name: applicationName) }

    /// Nil for an application that acts by itself.
    package var user: QualifiedName? {
        guard let userName, let userOrganization else { return nil }
        return QualifiedName(organization: userOrganization, name: userName)
    }

    /// Unit: seconds.
    private var lifetime: Int64 { (expiresAt.microseconds - createdAt.microseconds + 999_999) / 1_000_000 }
}

extension TokenObject {
    /// Tokens cannot be updated.
    static let stored = StoredObject<TokenObject>(
        "access_tokens",
        from: """
            access_tokens LEFT JOIN organizations ON organizations.id = access_tokens.organization_id
            LEFT JOIN applications ON applications.id = access_tokens.application_id
            LEFT JOIN organizations AS application_organizations ON application_organizations.id = applications.organization_id
            LEFT JOIN users ON users.id = access_tokens.user_id
            LEFT JOIN organizations AS user_organizations ON user_organizations.id = users.organization_id
            """, blank: TokenObject(), members)

    private static let members: [ObjectMember<TokenObject>] = [
        .column(.generated("id", \.id, .id())),
        .column(.generated("organization_id", \.organization, .id())),
        .column(.computed("application_organization", "application_organizations.name", \.applicationOrganization, .name)),
        .column(.computed("user_organization", "user_organizations.name", \.userOrganization, .optional(.name))),
        .column(.generated("revoked_at", \.revokedAt, .optional(.time))),
        .column(.generated("grant_id", \.grant, .optional(.id()))),
        .shown("name", .generated("name", \.name, .text), search: .text) { .string($0.name) },
        .created(\.createdAt),
        .shown("application", .computed("application", "applications.name", \.applicationName, .name), search: .text) {
            .string($0.applicationName.text)
        },
        .shown("organization", .computed("organization", "organizations.name", \.organizationName, .name), search: .text) {
            .string($0.organizationName.text)
        },
        .shown("user", .computed("user", "users.name", \.userName, .optional(.name)), search: .text) { .string($0.userName?.text ?? "") },
        .computed("accessToken") { _ in .string(Patch.mask) },
        .computed("expiresIn") { .number(JSONNumber($0.lifetime)) },
        .shown("expireTime", .generated("expires_at", \.expiresAt, .time)) { .string($0.expiresAt.rfc3339) },
        .shown("scope", .generated("scope", \.scope, .text), search: .text) { .string($0.scope) },
        .computed("tokenType") { _ in "Bearer" },
        .shown("grantType", .generated("grant_type", \.grantType, .text), search: .text) { .string($0.grantType) },
        .shown("resource", .generated("resource", \.resource, .text), search: .text) { .string($0.resource) },
    ]

    /// The object as clients see it; the token itself is kept nowhere.
    package var wire: JSONObject { Self.stored.wire(self, owner: organizationName.text) }
}
