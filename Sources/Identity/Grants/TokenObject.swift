import SQL
package import Store

/// An access token as it is listed: without the token, of which only the hash is kept.
package struct TokenObject: Hashable, Sendable {
    package let id: AccessTokenID
    /// The `jti`: 32 hexadecimal digits.
    package let name: String
    /// Where it was issued: the user's organization, or the application's when it acts by itself.
    package let organization: OrganizationID
    package let organizationName: Name
    package let application: QualifiedName
    /// Nil for an application that acts by itself.
    package let user: QualifiedName?
    /// As granted, divided by spaces.
    package let scope: String
    package let grantType: String
    package let resource: String
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let revokedAt: Timestamp?

    static let columns: Statement =
        """
        access_tokens.id, access_tokens.name, access_tokens.organization_id, organizations.name, application_organizations.name, applications.name,
        user_organizations.name, users.name, access_tokens.scope, access_tokens.grant_type, access_tokens.resource, access_tokens.created_at,
        access_tokens.expires_at, access_tokens.revoked_at
        """

    static let table: Statement =
        """
        access_tokens JOIN organizations ON organizations.id = access_tokens.organization_id
        JOIN applications ON applications.id = access_tokens.application_id
        JOIN organizations AS application_organizations ON application_organizations.id = applications.organization_id
        LEFT JOIN users ON users.id = access_tokens.user_id
        LEFT JOIN organizations AS user_organizations ON user_organizations.id = users.organization_id
        """

    init(_ row: any Row) {
        id = AccessTokenID(row.int(0) ?? 0)
        name = row.text(1) ?? ""
        organization = OrganizationID(row.int(2) ?? 0)
        organizationName = row.name(3)
        application = QualifiedName(organization: row.name(4), name: row.name(5))
        user = row.text(7).map { QualifiedName(organization: row.name(6), name: Name(stored: $0)) }
        scope = row.text(8) ?? ""
        grantType = row.text(9) ?? ""
        resource = row.text(10) ?? ""
        createdAt = row.time(11) ?? .earliest
        expiresAt = row.time(12) ?? .earliest
        revokedAt = row.time(13)
    }
}
