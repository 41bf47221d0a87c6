package import SQL
import Store

extension Caller {
    /// Names that row filters may use. A caller that lacks an attribute matches no row of a rule that uses it. A person's display name and
    /// email are set in ``attributes``.
    package static let attributeNames = [
        "user.id", "user.name", "user.displayName", "user.email", "organization.id", "organization.name", "workspace.id", "workspace.name",
        "application.id", "application.name", "role",
    ]

    /// The values of the variables in row filters: the caller's own attributes, overridden by its ids and names.
    package var filterAttributes: [String: SQLValue] {
        var out = attributes
        out["workspace.id"] = workspace.id.sqlValue
        out["workspace.name"] = .text(workspace.name)
        if let organization {
            out["organization.id"] = organization.id.sqlValue
            out["organization.name"] = .text(organization.name)
        }
        if let user {
            out["user.id"] = user.id.sqlValue
            out["user.name"] = .text(user.name)
        }
        if let application {
            out["application.id"] = application.id.sqlValue
            out["application.name"] = .text(application.name)
        }
        if roles.count == 1, let role = roles.first { out["role"] = .text(role) }
        return out
    }

    /// The roles that rights are computed from: an operator that is not a member has those of `admin`.
    package var effectiveRoles: [String] { roles.isEmpty && isOperator ? [BuiltInRole.admin.rawValue] : roles }

    /// Whether one of the effective roles is `admin`. ``administersWorkspace`` also holds for administrators of the workspace's organization.
    var hasAdminRole: Bool { effectiveRoles.contains(BuiltInRole.admin.rawValue) }

    /// Whether the caller acts with every role that its owner holds in this workspace.
    package var actsWithAllRoles: Bool { limits.role == nil && heldRoles.isSubset(of: roles) }
}
