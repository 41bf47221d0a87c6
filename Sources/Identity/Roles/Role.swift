package import Store

/// A named set of rights in an organization. A membership gives it to a user or application in one workspace.
package struct Role: Hashable, Sendable {
    package internal(set) var id = RoleID(0)
    package internal(set) var organization: OrganizationID
    package internal(set) var name: Name
    package internal(set) var displayName: String
    /// While false the role gives nothing to anybody.
    package internal(set) var isEnabled = true
    /// What its holders may manage in a workspace besides its data, in NocoBase's words: `pm.workflow.workflows`, `pm.*`, `!pm.workflow.*`.
    package internal(set) var snippets: [String] = []

    /// The roles that every organization has from its start.
    package static let initial: [Name] = [.admin, .member, .reader]
}
