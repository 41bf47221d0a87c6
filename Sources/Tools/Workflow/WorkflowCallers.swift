import Access
import Identity
import Store
import Workflows

/// Makes the callers as which workflows run: a role of the workspace, with the scopes that nodes need, and neither a user nor an
/// application.
struct WorkflowCallers: Sendable {
    /// The scopes that nodes can need; the role decides what each node may do.
    static let scopes = ScopeSet([.read(.record), .write(.record), .read(.collection), .ask])

    private struct Key: Hashable {
        let workspace: WorkspaceID
        let role: String
    }

    private struct ActingRoles: Sendable {
        let workspace: WorkspaceRef
        let organization: OrganizationRef
        let roles: [String]
    }

    private let workspaces: Workspaces
    private let organizations: Organizations
    private let roles: Roles
    private let cache: FeedCache<Key, ActingRoles>
    private static let capacity = 1_024

    init(store: Store, workspaces: Workspaces, organizations: Organizations, roles: Roles) {
        (self.workspaces, self.organizations, self.roles) = (workspaces, organizations, roles)
        cache = FeedCache(store.feed, limit: Self.capacity)
    }

    /// - Throws: ``Refusal`` `workspaceStopped`; `forbidden` when the role is removed or disabled.
    func caller(of actor: WorkflowActor) async throws -> Caller {
        let key = Key(workspace: actor.workspace, role: actor.role)
        let topics: (ActingRoles?) -> [ChangeTopic] = { acting in
            [.workspace(key.workspace)] + (acting.map { [.organization($0.organization.id)] } ?? [])
        }
        guard let acting = try await cache.value(for: key, topics: topics, { try await load(key) }) else {
            throw Refusal(.notFound, "the workspace is gone")
        }
        guard !acting.workspace.isStopped else { throw Refusal(.workspaceStopped, "the workspace is stopped") }
        let only = actor.onlyRoles.map { Set($0.map { $0.lowercased() }) }
        let roles = acting.roles.filter { only?.contains($0.lowercased()) ?? true }
        guard !roles.isEmpty else {
            throw Refusal(.forbidden, "role: '\(actor.role.prefix(60))' does not exist or is switched off; give the workflow another role")
        }
        return Caller(
            kind: .workflow(actor.workflow, title: actor.title), organization: acting.organization, user: nil, workspace: acting.workspace,
            roles: roles, scopes: Self.scopes, step: actor.step)
    }

    private func load(_ key: Key) async throws -> ActingRoles? {
        let id = try await workspaces.organization(of: key.workspace)
        let organization = try await organizations.get(id)
        let workspace = try await workspaces.get(id, key.workspace)
        let name = try Name(parsing: key.role, argument: "role")
        var given = try await roles.given(by: name, in: id)
        // In a workspace that does not unite roles, included roles do not apply either.
        if workspace.roleMode.unites == false { given.removeAll { $0.text.lowercased() != name.text.lowercased() } }
        return ActingRoles(
            workspace: WorkspaceRef(workspace), organization: OrganizationRef(id: id, name: organization.name.text), roles: given.map(\.text))
    }
}
