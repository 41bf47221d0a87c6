package import SQL
package import Store

/// Whom an API key stands for: all that is needed to make a caller of it, in one value.
package struct KeyPrincipal: Hashable, Sendable {
    package let key: APIKeyID
    package let organization: OrganizationID
    package let organizationName: Name
    package let user: UserID
    package let userName: Name
    package let limits: KeyLimits
    /// ``KeyLimits/scopeText``, made once.
    package let scopeText: String
    /// What row filters may name: `user.id`, `user.name`, `user.email`, `organization.id`, `organization.name`.
    package let attributes: [String: SQLValue]
    /// The grant that it was made with and ends with.
    package let grant: GrantID?
    /// From where it may be used.
    package let addresses: AddressLimits
    /// Whether its user administers the organization, whatever the key itself is bound to.
    package let isAdministratorsKey: Bool

    /// Whether the key administers its organization: an administrator's key that is bound to no workspace and no role.
    package var isAdministrator: Bool { isAdministratorsKey && limits.workspace == nil && limits.role == nil }

    /// Whether the key reaches all organizations.
    package var isOperator: Bool { isAdministrator && organizationName == .builtIn }

    static let columns: Statement =
        """
        api_keys.id, organizations.id, organizations.name, users.id, users.name, users.email, users.is_admin,
        api_keys.workspace_id, api_keys.role, api_keys.scopes, api_keys.expires_at, users.ip_allow, organizations.ip_allow,
        api_keys.grant_id
        """

    init(_ row: any Row) {
        key = APIKeyID(row.int(0) ?? 0)
        organization = OrganizationID(row.int(1) ?? 0)
        organizationName = row.name(2)
        user = UserID(row.int(3) ?? 0)
        userName = row.name(4)
        isAdministratorsKey = row.int(6) == 1
        limits = KeyLimits(row, from: 7)
        scopeText = limits.scopeText
        grant = row.int(13).map(GrantID.init(_:))
        addresses = AddressLimits([
            ("\(organizationName)/\(userName)", AllowedAddresses(stored: row.text(11))),
            (organizationName.text, AllowedAddresses(stored: row.text(12))),
        ])
        attributes = [
            "user.id": user.sqlValue, "user.name": userName.sqlValue, "user.email": .text(row.text(5) ?? ""),
            "organization.id": organization.sqlValue, "organization.name": organizationName.sqlValue,
        ]
    }

    /// Whether the key opens a workspace at all; its owner's roles there decide the rest.
    package func opens(_ workspace: WorkspaceID) -> Bool { limits.workspace == nil || limits.workspace == workspace }

    /// What it depends on.
    package var topics: [ChangeTopic] {
        let topics: [ChangeTopic] = [.key(key), .user(user), .organization(organization)]
        return topics + (grant.map { [.grant($0)] } ?? [])
    }

    /// Whether the key is past its end.
    package func isExpired(at time: Timestamp) -> Bool { limits.expires.map { $0 <= time } ?? false }
}
