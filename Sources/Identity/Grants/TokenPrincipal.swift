import JSON
package import SQL
package import Store

/// Whom an access token stands for, with the rights of its owner at this moment: all that is needed to make a caller of it.
package struct TokenPrincipal: Hashable, Sendable {
    package let token: AccessTokenID
    /// The `jti`, which is also the name of the token object.
    package let name: String
    /// The user's, or the application's when it acts by itself.
    package let organization: OrganizationID
    package let organizationName: Name
    package let application: ApplicationID
    package let applicationName: Name
    /// Nil for an application that acts by itself.
    package let user: UserID?
    package let userName: Name?
    /// The audience: the canonical id of the one endpoint that it opens.
    package let resource: String
    /// The names of the granted scopes as the client wrote them, divided by spaces.
    package let scopeText: String
    /// The names of the scopes that the application is registered with at this moment.
    package let applicationScopeText: String
    /// The one workspace that the application opens at this moment; nil for all.
    package let applicationWorkspace: WorkspaceID?
    package let expires: Timestamp
    /// When what the token was made from ends: the grant, or the secret of an application that acts by itself; nil for never.
    package let authorityEnds: Timestamp?
    /// What its user allowed the application; of an application that acts by itself, what its secret ends with.
    package let grant: GrantID?
    package let addresses: AddressLimits
    package let attributes: [String: SQLValue]
    /// Whether its user administers the organization.
    package let isAdministrator: Bool

    /// Whether it reaches all organizations.
    package var isOperator: Bool { isAdministrator && organizationName == .builtIn }

    /// Whether the application opens a workspace at all.
    package func opens(_ place: WorkspaceID) -> Bool { applicationWorkspace == nil || applicationWorkspace == place }

    /// What it depends on.
    package var topics: [ChangeTopic] {
        var topics: [ChangeTopic] = [.token(token), .application(application), .organization(organization)]
        if let user { topics.append(.user(user)) }
        if let grant { topics.append(.grant(grant)) }
        return topics
    }

    package func isExpired(at time: Timestamp) -> Bool { expires <= time }

    static let columns: Statement =
        """
        access_tokens.id, access_tokens.name, organizations.id, organizations.name, applications.id, applications.name, users.id, users.name,
        access_tokens.resource, access_tokens.scope, applications.scopes, access_tokens.expires_at,
        CASE WHEN access_tokens.grant_id IS NULL THEN applications.secret_expires_at ELSE authorization_grants.expires_at END,
        applications.ip_allow, users.is_admin, users.email, users.display_name, users.ip_allow, organizations.ip_allow,
        applications.workspace_id, CASE WHEN access_tokens.grant_id IS NULL THEN applications.secret_grant_id ELSE access_tokens.grant_id END
        """

    /// Live tokens of enabled applications and users: whatever ends one of them ends the token.
    static let liveRows: Statement =
        """
        access_tokens JOIN applications ON applications.id = access_tokens.application_id
        LEFT JOIN users ON users.id = access_tokens.user_id LEFT JOIN authorization_grants ON authorization_grants.id = access_tokens.grant_id
        JOIN organizations ON organizations.id = COALESCE(users.organization_id, applications.organization_id)
        WHERE access_tokens.revoked_at IS NULL AND applications.is_enabled = 1 AND users.disabled_at IS NULL
        AND authorization_grants.revoked_at IS NULL AND (access_tokens.grant_id IS NOT NULL OR \(Application.isSecretLive))
        """

    /// - Throws: when what was stored cannot be read.
    init(_ row: any Row) throws {
        token = AccessTokenID(row.int(0) ?? 0)
        name = row.text(1) ?? ""
        organization = OrganizationID(row.int(2) ?? 0)
        organizationName = row.name(3)
        application = ApplicationID(row.int(4) ?? 0)
        applicationName = row.name(5)
        user = row.int(6).map(UserID.init(_:))
        userName = row.text(7).map(Name.init(stored:))
        resource = row.text(8) ?? ""
        scopeText = row.text(9) ?? ""
        applicationScopeText = try (row.json(10)?.array ?? []).map { try ApplicationScope(stored: $0).name }.joined(separator: " ")
        applicationWorkspace = row.int(19).map(WorkspaceID.init(_:))
        expires = row.time(11) ?? .earliest
        authorityEnds = row.time(12)
        grant = row.int(20).map(GrantID.init(_:))
        addresses = AddressLimits([
            ("\(organizationName)/\(userName?.text ?? "")", AllowedAddresses(stored: row.text(17))),
            (applicationName.text, AllowedAddresses(stored: row.text(13))), (organizationName.text, AllowedAddresses(stored: row.text(18))),
        ])
        isAdministrator = row.int(14) == 1
        var attributes: [String: SQLValue] = [
            "organization.id": organization.sqlValue, "organization.name": organizationName.sqlValue,
            "application.id": application.sqlValue, "application.name": applicationName.sqlValue,
        ]
        if let user, let userName {
            attributes["user.id"] = user.sqlValue
            attributes["user.name"] = userName.sqlValue
            attributes["user.email"] = .text(row.text(15) ?? "")
            attributes["user.displayName"] = .text(row.text(16) ?? "")
        }
        self.attributes = attributes
    }
}
