import SQL
package import Store

/// The person who is signed in with a session, with the person's rights at this moment.
package struct SessionPrincipal: Hashable, Sendable {
    package let session: SessionID
    package let organization: OrganizationID
    package let organizationName: Name
    package let user: UserID
    package let userName: Name
    package let displayName: String
    package let email: String
    package let isAdministrator: Bool
    /// Whether its organization admits unregistered clients.
    package let admitsUnregistered: Bool
    /// When the session ends, used or not.
    package let expires: Timestamp
    /// As of the last query of the store.
    let lastUsedAt: Timestamp
    /// From where the person may act.
    package let addresses: AddressLimits
    /// What the person's own forms carry, so that no other site can send them (RFC 9700 section 4.7): the same for the whole session.
    package let formToken: String

    package var isOperator: Bool { isAdministrator && organizationName == .builtIn }

    /// The changes that it depends on.
    package let topics: [ChangeTopic]

    /// `organization/name`.
    package var qualifiedName: QualifiedName { QualifiedName(organization: organizationName, name: userName) }

    /// Whether a form came from a page of this session; compared in a time that depends on the length alone.
    package func owns(formToken presented: String) -> Bool { Secret(formToken).matches(Secret(presented)) }

    static let columns: Statement =
        """
        sessions.id, organizations.id AS organization_id, organizations.name AS organization, users.id AS user_id, users.name AS person,
        users.display_name, users.email, users.is_admin, sessions.expires_at, sessions.last_used_at, users.ip_allow AS own_addresses,
        organizations.ip_allow AS common_addresses, organizations.dcr_policy
        """

    /// - Parameter digest: of the session's cookie.
    init(_ row: StoredRow, digest: SecretDigest, formToken: (SessionID) -> String) throws {
        session = try row["id", .id()]
        organization = try row["organization_id", .id()]
        organizationName = try row["organization", .name]
        user = try row["user_id", .id()]
        userName = try row["person", .name]
        displayName = try row["display_name", .text]
        email = try row["email", .text]
        isAdministrator = try row["is_admin", .flag]
        expires = try row["expires_at", .time]
        lastUsedAt = try row["last_used_at", .time]
        addresses = AddressLimits([
            ("\(organizationName)/\(userName)", try row["own_addresses", .addresses]),
            (organizationName.text, try row["common_addresses", .addresses]),
        ])
        admitsUnregistered = try row["dcr_policy", .word()] == Organization.DCRPolicy.open
        self.formToken = formToken(session)
        topics = [.credential(digest.bytes), .user(user), .organization(organization)]
    }
}
