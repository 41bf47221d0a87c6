package import SQL
import Store

extension Caller {
    /// Names that row filters may use. Not every caller has each: one without it gets no row of a rule that names it.
    package static let attributeNames = [
        "user.id", "user.name", "user.displayName", "user.email", "organization.id", "organization.name", "workspace.id", "workspace.name",
        "application.id", "application.name", "role",
    ]

    /// What the names in filters stand for: what the caller was made with, and what it is.
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

    /// The roles that rights are computed from: an operator that is no member has those of `admin`.
    package var effectiveRoles: [String] { roles.isEmpty && isOperator ? [BuiltInRole.admin.rawValue] : roles }

    /// Whether it acts with the role of administrators of the workspace.
    var hasRoleAdmin: Bool { effectiveRoles.contains(BuiltInRole.admin.rawValue) }

    /// Whether neither the credential nor the request leaves out any of its owner's roles here.
    package var actsWithAllRoles: Bool { limits.role == nil && heldRoles.isSubset(of: roles) }
}
