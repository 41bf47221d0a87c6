import SQL
import Store

extension Principal {
    static let tokenColumns: Statement =
        """
        access_tokens.id, access_tokens.name, organizations.id AS organization_id, organizations.name AS organization,
        applications.id AS application_id, applications.name AS application, users.id AS user_id, users.name AS person, access_tokens.resource,
        access_tokens.scope, applications.scopes, access_tokens.expires_at,
        CASE WHEN access_tokens.grant_id IS NULL THEN applications.secret_expires_at ELSE authorization_grants.expires_at END AS authority_ends,
        applications.ip_allow AS client_addresses, users.is_admin, users.email, users.display_name, users.ip_allow AS own_addresses,
        organizations.ip_allow AS common_addresses, applications.workspace_id,
        CASE WHEN access_tokens.grant_id IS NULL THEN applications.secret_grant_id ELSE access_tokens.grant_id END AS grant_id
        """

    /// Valid tokens of enabled applications and users.
    static let liveTokens: Statement =
        """
        access_tokens JOIN applications ON applications.id = access_tokens.application_id
        LEFT JOIN users ON users.id = access_tokens.user_id LEFT JOIN authorization_grants ON authorization_grants.id = access_tokens.grant_id
        JOIN organizations ON organizations.id = COALESCE(users.organization_id, applications.organization_id)
        WHERE access_tokens.revoked_at IS NULL AND applications.is_enabled = 1 AND users.disabled_at IS NULL
        AND authorization_grants.revoked_at IS NULL AND (access_tokens.grant_id IS NOT NULL OR \(Application.isSecretLive))
        """

    /// The principal of an access token, of a person or of an application that acts for itself.
    /// - Throws: when the stored row cannot be read.
    init(token row: StoredRow) throws {
        let id: AccessTokenID = try row["id", .id()]
        credential = .accessToken(id, name: try row["name", .text])
        let organization: (id: OrganizationID, name: Name) = (try row["organization_id", .id()], try row["organization", .name])
        let application: (id: ApplicationID, name: Name) = (try row["application_id", .id()], try row["application", .name])
        let user: UserID? = try row["user_id", .optional(.id())]
        let userName: Name? = try row["person", .optional(.name)]
        (self.organization, organizationName) = organization
        (self.application, applicationName) = application
        (self.user, self.userName) = (user, userName)
        audience = try row["resource", .text]
        scopeText = try row["scope", .text]
        applicationScopeText = try row["scopes", .applicationScopes].map(\.name).joined(separator: " ")
        (workspace, role) = (try row["workspace_id", .optional(.id())], nil)
        (expires, authorityEnds) = (try row["expires_at", .time], try row["authority_ends", .optional(.time)])
        let grant: GrantID? = try row["grant_id", .optional(.id())]
        // The token's own expiry is within that of its grant.
        (self.grant, grantEnds) = (grant, nil)
        addresses = AddressLimits([
            ("\(organization.name)/\(userName?.text ?? "")", try row["own_addresses", .addresses]),
            (application.name.text, try row["client_addresses", .addresses]), (organization.name.text, try row["common_addresses", .addresses]),
        ])
        var person: (UserID, Name, String, String)?
        if let user, let userName {
            isUserAdministrator = try row["is_admin", .flag]
            person = (user, userName, try row["email", .text], try row["display_name", .text])
        } else {
            isUserAdministrator = false
        }
        attributes = Self.attributes(organization: organization, user: person, application: application)
        let topics: [ChangeTopic] = [.token(id), .application(application.id), .organization(organization.id)]
        self.topics = topics + (user.map { [.user($0)] } ?? []) + (grant.map { [.grant($0)] } ?? [])
    }
}
