import SQL
package import Store

/// A named set of rights in an organization; a membership gives it to someone in one workspace.
package struct Role: Hashable, Sendable {
    package let id: RoleID
    package let organization: OrganizationID
    package let name: Name
    package let displayName: String
    /// While false the role gives nothing to anybody.
    package let isEnabled: Bool

    /// The roles that every organization has from its start.
    package static let initial: [Name] = [.admin, .member, .reader]

    static let columns: Statement = "id, organization_id, name, display_name, is_enabled"

    init(id: RoleID, organization: OrganizationID, name: Name, displayName: String, isEnabled: Bool) {
        self.id = id
        self.organization = organization
        self.name = name
        self.displayName = displayName
        self.isEnabled = isEnabled
    }

    init(_ row: any Row) {
        self.init(
            id: RoleID(row.int(0) ?? 0), organization: OrganizationID(row.int(1) ?? 0), name: row.name(2), displayName: row.text(3) ?? "",
            isEnabled: row.int(4) == 1)
    }
}
