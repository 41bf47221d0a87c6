package import Access
package import Identity
import SQL

extension Callers {
    /// Admits a principal to a workspace. A workspace other than `main` does not exist for a caller that is not of its organization, not a
    /// member and not an operator (E05). The existence of `main` is public: organizations manage their own identities through it. A stopped
    /// workspace refuses every caller that may know of it.
    /// - Throws: `not_found`; `workspace_stopped`.
    func admit(_ principal: Principal, isOperator: Bool, roles: [String], to workspace: WorkspaceRef) async throws {
        var isKnown = workspace.id == Workspace.mainID || workspace.organization == principal.organization || isOperator || !roles.isEmpty
        if workspace.isMissing { isKnown = false }
        // A stopped workspace gives no roles, but its members still know of it.
        if !isKnown, workspace.isStopped { isKnown = try await !self.roles(of: principal, in: workspace.id, ignoringStop: true).isEmpty }
        guard isKnown else { throw Refusal(.notFound, "workspace: '\(workspace.name)' does not exist") }
        guard !workspace.isStopped else { throw Refusal.stopped(workspace) }
    }
}

extension Refusal {
    /// Seconds after which a client may try a stopped workspace again.
    package static let stoppedRetry = 60

    static func stopped(_ workspace: WorkspaceRef) -> Refusal {
        Refusal(
            .workspaceStopped,
            "workspace: '\(workspace.name)' is stopped; an administrator of its organization starts it with workspaces_start at the main endpoint")
    }
}

extension Callers {
    /// A user named by the person at the terminal, with the user's own roles and rights, and every scope.
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
