import SQL
package import Store

/// A role with who has it beside the members of workspaces: in every workspace of the organization.
package struct RoleObject: Hashable, Sendable {
    package let role: Role
    package let createdAt: Timestamp
    /// Users of the organization, by name.
    package let users: [Name]
    /// Roles whose holders have this one as well, by name.
    package let roles: [Name]
    package let details: Details

    /// Members that are not kept as ``details``.
    static let known: Set<String> = ["owner", "name", "createdTime", "displayName", "isEnabled", "users", "roles"]

    static let columns: Statement = "\(Role.columns), created_at, details"
}
