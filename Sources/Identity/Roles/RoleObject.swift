package import JSON
import SQL
package import Store

/// A role with its users and the roles that include it. These users have it in every workspace of the organization.
package struct RoleObject: Hashable, Sendable {
    package internal(set) var role: Role
    package internal(set) var organizationName: Name
    package internal(set) var createdAt: Timestamp
    /// Users of the organization, by name.
    package internal(set) var users: [Name] = []
    /// Roles that include this one, by name.
    package internal(set) var roles: [Name] = []
    package internal(set) var details = Details()
}

extension RoleObject {
    static let stored = StoredObject<RoleObject>(
        "roles", from: "roles LEFT JOIN organizations ON organizations.id = roles.organization_id",
        template: RoleObject(
            role: Role(organization: OrganizationID(0), name: "none", displayName: ""), organizationName: "none", createdAt: .earliest),
        details: \.details, members)

    /// `Roles.update` decides who may change the members of a role.
    private static let members: [ObjectMember<RoleObject>] = [
        .column(.generated("id", \.role.id, .id())),
        .column(.fixed("organization_id", \.role.organization, .id())),
        .column(.selected("organization", "organizations.name", \.organizationName, .name)),
        .name(\.role.name),
        .nameKey(\.role.name),
        .created(\.createdAt),
        .member("displayName", "display_name", \.role.displayName, .line, changedBy: .callers, cleared: { $0.role.name.text }, search: .text),
        .detail("description"),
        .member("isEnabled", "is_enabled", \.role.isEnabled, .flag, changedBy: .rule, cleared: { _ in true }),
        .member(
            "snippets", "snippets", \.role.snippets, .names, changedBy: .rule, cleared: { _ in [] },
            "What it may manage: pm.workflow.workflows, pm.*."),
        .writtenByRule("users", MemberSchema.names("ORGANIZATION/USER, in all workspaces.")) { .array($0.qualified($0.users).map { .string($0) }) },
        .writtenByRule("roles", MemberSchema.names("ORGANIZATION/ROLE that have it too.")) { .array($0.qualified($0.roles).map { .string($0) }) },
    ]

    /// As `organization/name`.
    func qualified(_ names: [Name]) -> [String] { names.map { "\(organizationName)/\($0)" } }

    /// The members that `add` and `update` accept, each with its JSON Schema.
    package static var schema: JSONObject { stored.schema }

    /// The object as clients see it.
    package var wire: JSONObject { Self.stored.wire(self, owner: organizationName.text) }
}

/// A named set of rights in an organization. A membership gives it to a user or application in one workspace.
package struct Role: Hashable, Sendable {
    package internal(set) var id = RoleID(0)
    package internal(set) var organization: OrganizationID
    package internal(set) var name: Name
    package internal(set) var displayName: String
    /// Whether the role gives rights.
    package internal(set) var isEnabled = true
    /// What its holders may manage in a workspace besides its data, in NocoBase's words: `pm.workflow.workflows`, `pm.*`, `!pm.workflow.*`.
    package internal(set) var snippets: [String] = []

    /// The roles that every organization is created with.
    package static let initial: [Name] = [.admin, .member, .reader]
}
