import Access
import Ask
import Catalog
package import Identity
package import Store

extension Domains {
    /// Removes a user and the user's rules.
    package func remove(_ user: User, bound: CredentialBound) async throws {
        try await users.remove(user.organization, user.id, bound: bound) { try RuleStore.removeAll(about: user.id, &$1, on: $0) }
    }

    /// Removes a role, and suspends its rules in all workspaces of the organization, so that a new role with the same name does not start
    /// without them.
    package func removeRole(_ organization: OrganizationID, _ name: Name, bound: CredentialBound) async throws {
        let workspaceIDs = try await workspaces.list(organization).map(\.id)
        try await roles.remove(organization, name, bound: bound) { try RuleStore.suspend(role: name.text, in: workspaceIDs, &$1, on: $0) }
    }

    /// Removes a data source with its semantic layer and verified queries, and suspends its rules in the same transaction.
    package func removeSource(_ name: String, in workspace: WorkspaceID) async throws {
        try await sources.remove(name, in: workspace) { connection, changed in
            try RuleStore.suspend(source: name, in: workspace, &changed, on: connection)
            try SemanticLayers.remove(source: name, in: workspace, on: connection)
            try VerifiedQueries.remove(source: name, in: workspace, on: connection)
        }
    }

    /// Removes a workspace with its rules and data sources in one transaction. Its databases stay unchanged.
    package func remove(_ workspace: Workspace) async throws {
        try await workspaces.remove(workspace.organization, workspace.id) { connection in
            try RuleStore.removeAll(in: workspace.id, on: connection)
            try DataSources.removeAll(in: workspace.id, on: connection)
        }
        await sources.closeRemoved(of: workspace.id)
    }
}
