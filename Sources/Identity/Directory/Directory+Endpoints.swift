import OAuth
import Store

/// The workspaces that endpoints open, and who may know of them.
extension Directory {
    /// The workspace of an endpoint; nil when there is none.
    func workspace(of resource: ResourceID) async throws -> Workspace? { try await workspace(resource.workspace ?? Workspace.mainName) }

    /// Whether a person may know of a workspace: `main` is everybody's, others their organization's, their members' and the operators'.
    func reaches(_ workspace: Workspace, _ session: SessionPrincipal) async throws -> Bool {
        if workspace.id == Workspace.mainID || workspace.organization == session.organization || session.isOperator { return true }
        return try await !roles(of: session.user, in: workspace.id).isEmpty
    }

    /// Whether an application may know of a workspace: `main` is everybody's, others their organization's and their members'.
    func reaches(_ workspace: Workspace, _ application: Application) async throws -> Bool {
        if workspace.id == Workspace.mainID || workspace.organization == application.organization { return true }
        return try await !roles(of: application.id, in: workspace.id).isEmpty
    }
}
