import JSON
import SQL
import Store

extension Principal {
    static let tokenColumns: Statement =
        """
        access_tokens.id, access_tokens.name, organizations.id, organizations.name, applications.id, applications.name, users.id, users.name,
        access_tokens.resource, access_tokens.scope, applications.scopes, access_tokens.expires_at,
        CASE WHEN access_tokens.grant_id IS NULL THEN applications.secret_expires_at ELSE authorization_grants.expires_at END,
        applications.ip_allow, users.is_admin, users.email, users.display_name, users.ip_allow, organizations.ip_allow,
        applications.workspace_id, CASE WHEN access_tokens.grant_id IS NULL THEN applications.secret_grant_id ELSE access_tokens.grant_id END
        """

    /// Live tokens of enabled applications and users: whatever ends one of them ends the token.
    static let liveTokens: Statement =
        """
        access_tokens JOIN applications ON applications.id = access_tokens.application_id
        LEFT JOIN users ON users.id = access_tokens.user_id LEFT JOIN authorization_grants ON authorization_grants.id = access_tokens.grant_id
        JOIN organizations ON organizations.id = COALESCE(users.organization_id, applications.organization_id)
        WHERE access_tokens.revoked_at IS NULL AND applications.is_enabled = 1 AND users.disabled_at IS NULL
        AND authorization_grants.revoked_at IS NULL AND (access_tokens.grant_id IS NOT NULL OR \(Application.isSecretLive))
        """

    /// An access token, of a person or of an application that acts by itself.
    /// - Throws: when what was stored cannot be read.
    init(token row: any Row) throws {
        let id = AccessTokenID(row.int(0) ?? 0)
        credential = .accessToken(id, name: row.text(1) ?? "")
        let organization = OrganizationID(row.int(2) ?? 0)
        let application = ApplicationID(row.int(4) ?? 0)
        let user = row.int(6).map(UserID.init(_:))
        let userName = row.text(7).map(Name.init(stored:))
        (self.organization, self.application, self.user, self.userName) = (organization, application, user, userName)
        (organizationName, applicationName) = (row.name(3), row.name(5))
        audience = row.text(8) ?? ""
        scopeText = row.text(9) ?? ""
        applicationScopeText = try (row.json(10)?.array ?? []).map { try ApplicationScope(stored: $0).name }.joined(separator: " ")
        (workspace, role) = (row.int(19).map(WorkspaceID.init(_:)), nil)
        (expires, authorityEnds) = (row.time(11) ?? .earliest, row.time(12))
        let grant = row.int(20).map(GrantID.init(_:))
        // Its own end was set within that of its grant.
        (self.grant, grantEnds) = (grant, nil)
        addresses = AddressLimits([
            ("\(row.name(3))/\(userName?.text ?? "")", AllowedAddresses(stored: row.text(17))),
            (row.name(5).text, AllowedAddresses(stored: row.text(13))), (row.name(3).text, AllowedAddresses(stored: row.text(18))),
        ])
        isUserAdministrator = row.int(14) == 1
        var person: (UserID, Name, String, String?)?
        if let user, let userName { person = (user, userName, row.text(15) ?? "", row.text(16) ?? "") }
        attributes = Self.attributes(organization: (organization, row.name(3)), user: person, application: (application, row.name(5)))
        let topics: [ChangeTopic] = [.token(id), .application(application), .organization(organization)]
        self.topics = topics + (user.map { [.user($0)] } ?? []) + (grant.map { [.grant($0)] } ?? [])
    }
}
