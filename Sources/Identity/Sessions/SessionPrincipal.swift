import SQL
package import Store

/// The person who is signed in with a session, with the rights of this moment.
package struct SessionPrincipal: Hashable, Sendable {
    package let session: SessionID
    package let organization: OrganizationID
    package let organizationName: Name
    package let user: UserID
    package let userName: Name
    package let displayName: String
    package let email: String
    package let isAdministrator: Bool
    /// Whether its organization lets in clients that nobody registered here.
    package let admitsUnregistered: Bool
    /// When the session ends, used or not.
    package let expires: Timestamp
    /// As far as the store knew when it was asked.
    let lastUsedAt: Timestamp
    /// From where the person may act.
    package let addresses: AddressLimits
    /// What the person's own forms carry, so that no other site can send them (RFC 9700 section 4.7): the same for the whole session.
    package let formToken: String

    package var isOperator: Bool { isAdministrator && organizationName == .builtIn }

    /// What it depends on.
    package let topics: [ChangeTopic]

    /// `organization/name`.
    package var qualifiedName: QualifiedName { QualifiedName(organization: organizationName, name: userName) }

    /// Whether a form came from a page of this session; compared in a time that depends on the length alone.
    package func owns(formToken presented: String) -> Bool { Secret(formToken).matches(Secret(presented)) }

    static let columns: Statement =
        """
        sessions.id, organizations.id, organizations.name, users.id, users.name, users.display_name, users.email, users.is_admin,
        sessions.expires_at, sessions.last_used_at, users.ip_allow, organizations.ip_allow, organizations.dcr_policy
        """

    /// - Parameter digest: of the session's cookie.
    init(_ row: any Row, digest: SecretDigest, formToken: (SessionID) -> String) {
        session = SessionID(row.int(0) ?? 0)
        organization = OrganizationID(row.int(1) ?? 0)
        organizationName = row.name(2)
        user = UserID(row.int(3) ?? 0)
        userName = row.name(4)
        displayName = row.text(5) ?? ""
        email = row.text(6) ?? ""
        isAdministrator = row.int(7) == 1
        expires = row.time(8) ?? .earliest
        lastUsedAt = row.time(9) ?? .earliest
        addresses = AddressLimits([
            ("\(organizationName)/\(userName)", AllowedAddresses(stored: row.text(10))),
            (organizationName.text, AllowedAddresses(stored: row.text(11))),
        ])
        admitsUnregistered = row.text(12) == Organization.DCRPolicy.open.rawValue
        self.formToken = formToken(session)
        topics = [.credential(digest.bytes), .user(user), .organization(organization)]
    }
}
