import SQL
import Store

extension Principal {
    static let keyColumns: Statement =
        """
        api_keys.id, organizations.id, organizations.name, users.id, users.name, users.email, users.display_name, users.is_admin,
        api_keys.workspace_id, api_keys.role, api_keys.scopes, api_keys.expires_at, users.ip_allow, organizations.ip_allow,
        api_keys.grant_id, authorization_grants.expires_at
        """

    /// A user's API key.
    init(key row: any Row) {
        let limits = KeyLimits(row, from: 8)
        let id = APIKeyID(row.int(0) ?? 0)
        credential = .apiKey(id)
        let organization = OrganizationID(row.int(1) ?? 0)
        let user = UserID(row.int(3) ?? 0)
        (self.organization, self.user) = (organization, user)
        (organizationName, userName) = (row.name(2), row.name(4))
        (application, applicationName, applicationScopeText, audience) = (nil, nil, nil, nil)
        isUserAdministrator = row.int(7) == 1
        (workspace, role) = (limits.workspace, limits.role)
        scopeText = limits.scopeText
        (expires, authorityEnds) = (limits.expires, limits.expires)
        let grant = row.int(14).map(GrantID.init(_:))
        (self.grant, grantEnds) = (grant, row.time(15))
        addresses = AddressLimits([
            ("\(row.name(2))/\(row.name(4))", AllowedAddresses(stored: row.text(12))),
            (row.name(2).text, AllowedAddresses(stored: row.text(13))),
        ])
        attributes = Self.attributes(
            organization: (organization, row.name(2)), user: (user, row.name(4), row.text(5) ?? "", row.text(6) ?? ""))
        topics = [.key(id), .user(user), .organization(organization)] + (grant.map { [.grant($0)] } ?? [])
    }
}
