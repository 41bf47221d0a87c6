package import Access
package import Identity
import SQL

extension Callers {
    /// A user whom the person at the terminal names: with its own roles and rights, and every scope.
    /// - Throws: `not_found`; `forbidden` for a disabled user; `workspace_stopped`.
    package func caller(named name: QualifiedName, in workspace: WorkspaceRef, _ domains: Domains) async throws -> Caller {
        let organization = try await domains.organizations.find(name.organization)
        let user = try await domains.users.find(organization.id, name.name)
        guard !user.isDisabled else { throw Refusal(.forbidden, "user: '\(name)' is disabled") }
        guard !workspace.isStopped else { throw Refusal.stopped(workspace) }
        return Caller(
            kind: .userSession(id: "terminal"), organization: OrganizationRef(id: organization.id, name: organization.name.text),
            user: UserRef(id: user.id, name: user.name.text), workspace: workspace,
            roles: try await roles(of: user.id, in: workspace.id),
            attributes: ["user.email": .text(user.email), "user.displayName": .text(user.displayName)],
            scopes: .all, isOperator: user.isAdministrator && organization.isBuiltIn, isOrganizationAdministrator: user.isAdministrator)
    }
}
