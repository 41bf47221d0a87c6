import SQL
import Store

extension Principal {
    static let keyColumns: Statement =
        """
        api_keys.id, organizations.id AS organization_id, organizations.name AS organization, users.id AS user_id, users.name AS person,
        users.email, users.display_name, users.is_admin, api_keys.workspace_id, api_keys.role, api_keys.scopes, api_keys.expires_at,
        users.ip_allow AS own_addresses, organizations.ip_allow AS common_addresses, api_keys.grant_id, authorization_grants.expires_at AS grant_ends
        """

    /// A user's API key.
    init(key row: StoredRow) throws {
        let id: APIKeyID = try row["id", .id()]
        credential = .apiKey(id)
        let organization: (id: OrganizationID, name: Name) = (try row["organization_id", .id()], try row["organization", .name])
        let user: (id: UserID, name: Name) = (try row["user_id", .id()], try row["person", .name])
        (self.organization, organizationName) = organization
        (self.user, userName) = user
        (application, applicationName, applicationScopeText, audience) = (nil, nil, nil, nil)
        isUserAdministrator = try row["is_admin", .flag]
        let limits = KeyLimits(
            workspace: try row["workspace_id", .optional(.id())], role: try row["role", .optional(.name)], scopes: try row["scopes", .scopes],
            expires: try row["expires_at", .optional(.time)])
        (workspace, role) = (limits.workspace, limits.role)
        scopeText = limits.scopeText
        (expires, authorityEnds) = (limits.expires, limits.expires)
        let grant: GrantID? = try row["grant_id", .optional(.id())]
        (self.grant, grantEnds) = (grant, try row["grant_ends", .optional(.time)])
        addresses = AddressLimits([
            ("\(organization.name)/\(user.name)", try row["own_addresses", .addresses]),
            (organization.name.text, try row["common_addresses", .addresses]),
        ])
        attributes = Self.attributes(
            organization: organization, user: (user.id, user.name, try row["email", .text], try row["display_name", .text]))
        topics = [.key(id), .user(user.id), .organization(organization.id)] + (grant.map { [.grant($0)] } ?? [])
    }
}
