import Access
import Identity

extension Callers {
    /// A workspace other than `main` does not exist for a caller that is neither of its organization, nor its member, nor an operator (E05). That
    /// `main` is there everybody knows: organizations manage their own identity through it. A stopped workspace refuses all who may know of it.
    /// - Throws: `not_found`; `workspace_stopped`.
    func admit(_ principal: Principal, isOperator: Bool, roles: [String], to workspace: WorkspaceRef) async throws {
        var isKnown = workspace.id == Workspace.mainID || workspace.organization == principal.organization || isOperator || !roles.isEmpty
        if workspace.isMissing { isKnown = false }
        // Roles count for nothing while it is stopped, and its members know of it all the same.
        if !isKnown, workspace.isStopped { isKnown = try await !self.roles(of: principal, in: workspace.id, ignoringStop: true).isEmpty }
        guard isKnown else { throw Refusal(.notFound, "workspace: '\(workspace.name)' does not exist") }
        guard !workspace.isStopped else { throw Refusal.stopped(workspace) }
    }
}

extension Refusal {
    /// When a client may try a stopped workspace again. Unit: seconds.
    package static let stoppedRetry = 60

    static func stopped(_ workspace: WorkspaceRef) -> Refusal {
        Refusal(
            .workspaceStopped,
            "workspace: '\(workspace.name)' is stopped; an administrator of its organization starts it with workspaces_start at the main endpoint")
    }
}
