package import Access
package import Identity
import Store
import Synchronization

/// Makes a ``Caller`` of what a request shows: one way for HTTP, stdio and every later surface.
package final class Callers: Sendable {
    private let directory: Directory
    private let scopeSets = Mutex<[String: ScopeSet]>([:])

    /// Scope strings kept as sets. Unit: entries.
    private static let maximumScopeSets = 1_024

    package init(directory: Directory) { self.directory = directory }

    /// The workspace that an endpoint names; nil when there is none. A stopped one is found, and nobody has a role in it.
    /// - Parameter name: nil is `main`.
    package func workspace(_ name: String?) async throws -> WorkspaceRef? {
        let name = name ?? Workspace.mainName
        if case .found(let known) = directory.knownWorkspace(name) { return WorkspaceRef(known) }
        return try await directory.workspace(name).map(WorkspaceRef.init)
    }

    /// - Parameter role: the one role to act with (`x-role`), one of the caller's; nil or `__union__` for all.
    /// - Throws: ``Refusal`` `unauthorized` for a bad credential, or one that is bound to another workspace; `forbidden` for a foreign role.
    package func caller(for credential: Credential, in workspace: WorkspaceRef, role: String? = nil) async throws -> Caller {
        switch credential {
        case .none: return .anonymous(in: workspace)
        case .basic, .unreadable: throw Self.unauthorized
        case .bearer(let text):
            guard let key = PresentedKey(text), let principal = try await principal(key), principal.opens(workspace.id) else {
                throw Self.unauthorized
            }
            return try await caller(for: principal, in: workspace, role: role)
        }
    }

    /// The person at the server's own terminal, in a workspace: what the command line acts as.
    package static func terminal(organization: OrganizationRef, workspace: WorkspaceRef) -> Caller {
        Caller(
            kind: .terminal, organization: organization, user: nil, workspace: workspace, roles: [Name.admin.description], scopes: .all,
            isOperator: true, isOrganizationAdministrator: true)
    }

    private static let unauthorized = Refusal(.unauthorized, "Unauthorized operation")

    private func principal(_ key: PresentedKey) async throws -> KeyPrincipal? {
        switch directory.knownPrincipal(key) {
        case .found(let principal): principal
        case .absent: nil
        case .unknown: try await directory.principal(key)
        }
    }

    private func caller(for principal: KeyPrincipal, in workspace: WorkspaceRef, role: String?) async throws -> Caller {
        let held = try await roles(of: principal.user, in: workspace.id)
        return Caller(
            kind: .apiKey(principal.key),
            organization: OrganizationRef(id: principal.organization, name: principal.organizationName.description),
            user: UserRef(id: principal.user, name: principal.userName.description),
            workspace: workspace,
            roles: try roles(among: held, of: principal, asking: role),
            heldRoles: Set(held),
            attributes: principal.attributes,
            scopes: scopes(principal.scopeText),
            limits: CredentialLimits(
                workspace: principal.limits.workspace, role: principal.limits.role?.description, expires: principal.limits.expires),
            isOperator: principal.isOperator && role == nil,
            isOrganizationAdministrator: principal.isAdministrator && role == nil
        )
    }

    /// The owner's roles, narrowed by the key and by the request.
    private func roles(among held: [String], of principal: KeyPrincipal, asking wanted: String?) throws -> [String] {
        var names = held
        if let only = principal.limits.role?.description { names = names.filter { $0 == only } }
        guard let wanted, wanted != "__union__" else { return names }
        guard names.contains(wanted) else { throw Refusal(.forbidden, "x-role: '\(wanted.prefix(64))' is not one of your roles here") }
        return [wanted]
    }

    /// The names of a user's roles in a workspace.
    func roles(of user: UserID, in workspace: WorkspaceID) async throws -> [String] {
        let held: [Name]
        switch directory.knownRoles(of: user, in: workspace) {
        case .found(let names): held = names
        case .absent, .unknown: held = try await directory.roles(of: user, in: workspace)
        }
        return held.map(\.description)
    }

    private func scopes(_ text: String) -> ScopeSet {
        if let known = scopeSets.withLock({ $0[text] }) { return known }
        // What a later release no longer knows gives nothing.
        let names = text.split(separator: " ").compactMap { ScopeSet(named: String($0)) }
        let set = names.reduce(ScopeSet.none) { $0.union($1) }
        scopeSets.withLock { sets in
            if sets.count >= Self.maximumScopeSets { sets = [:] }
            sets[text] = set
        }
        return set
    }
}

extension WorkspaceRef {
    package init(_ workspace: Workspace) { self.init(id: workspace.id, name: workspace.name, organization: workspace.organization) }
}
