import SQL
package import Store

/// The person of a session, with the person's current rights.
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
    /// When the session ends, even if it is used.
    package let expires: Timestamp
    /// The last use, as of the last query of the store.
    let lastUsedAt: Timestamp
    /// The addresses from which the person may act.
    package let addresses: AddressLimits
    /// A token in the person's own forms, so that no other site can send them (RFC 9700 section 4.7); it is the same for the whole session.
    package let formToken: String

    package var isOperator: Bool { isAdministrator && organizationName == .builtIn }

    /// The change topics that it depends on.
    package let topics: [ChangeTopic]

    /// `organization/name`.
    package var qualifiedName: QualifiedName { QualifiedName(organization: organizationName, name: userName) }

    /// Whether a form comes from a page of this session; the time of the comparison depends only on the length.
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
