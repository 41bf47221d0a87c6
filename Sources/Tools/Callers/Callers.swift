package import Access
package import Identity
import Store
import Synchronization

/// Makes a ``Caller`` of what a request shows: one way for HTTP, stdio and every later surface.
package final class Callers: Sendable {
    let directory: Directory
    private let scopeSets = Mutex<[String: ScopeSet]>([:])
    /// Callers of API keys: the same one from call to call, as long as nothing has changed that it depends on.
    private let keyCallers: FeedCache<KeyPlace, Caller>

    /// All that a caller depends on beside what the directory says.
    private struct KeyPlace: Hashable {
        let key: APIKeyID
        let workspace: WorkspaceRef
        let role: String?
        let endpoint: EndpointFacts?

        /// By what tells most places apart: all else is compared.
        func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            hasher.combine(workspace.id)
        }
    }

    /// Callers kept. Unit: entries.
    private static let maximumKeyCallers = 4_096
    /// Scope strings kept as sets. Unit: entries.
    private static let maximumScopeSets = 1_024

    package init(directory: Directory) {
        self.directory = directory
        keyCallers = FeedCache(directory.feed, limit: Self.maximumKeyCallers)
    }

    /// The workspace that an endpoint names; nil when there is none. A stopped one is found, and nobody has a role in it.
    /// - Parameter name: nil is `main`.
    package func workspace(_ name: String?) async throws -> WorkspaceRef? {
        let name = name ?? Workspace.mainName
        if case .found(let known) = directory.knownWorkspace(name) { return WorkspaceRef(known) }
        return try await directory.workspace(name).map(WorkspaceRef.init)
    }

    /// - Parameters:
    ///   - role: the one role to act with (`x-role`), one of the caller's; nil or `__union__` for all.
    ///   - endpoint: without it no access token is taken, and no address list is asked.
    /// - Throws: `Throttled` for guesses of a client's secret; ``Refusal`` `unauthorized` for a bad credential, or one that is bound to another workspace; `not_found` for a workspace that the
    ///   caller must not know of; `forbidden` for a foreign role or address.
    package func caller(
        for credential: Credential, in workspace: WorkspaceRef, role: String? = nil, endpoint: EndpointFacts? = nil
    ) async throws -> Caller {
        switch credential {
        case .none: return .anonymous(in: workspace)
        case .unreadable: throw Self.unauthorized
        case .bearer(let text):
            if let key = PresentedKey(text) {
                let version = directory.feed.version
                guard let principal = try await principal(key) else { throw Self.unauthorized }
                let place = KeyPlace(key: principal.key, workspace: workspace, role: role, endpoint: endpoint)
                if case .found(let known) = keyCallers.lookup(place) { return known }
                let caller = try await caller(for: principal, in: workspace, role: role, endpoint)
                let topics = principal.topics + [.workspace(workspace.id), .organization(workspace.organization)]
                keyCallers.keep(caller, for: place, topics: topics, at: version)
                return caller
            }
            guard let endpoint, !text.hasPrefix(PresentedKey.prefix), let token = PresentedToken(text) else { throw Self.unauthorized }
            return try await caller(for: token, in: workspace, role: role, endpoint)
        case .basic(let client, let secret):
            guard let pair = PresentedSecret(client: client, secret: secret), let principal = try await principal(pair) else {
                throw directory.countGuess(ofSecretOf: client) ?? Self.unauthorized
            }
            return try await caller(for: principal, in: workspace, role: role, endpoint)
        case .session(let cookie):
            guard let session = PresentedSession(cookie), let principal = try await principal(session) else { throw Self.unauthorized }
            return try await caller(for: principal, in: workspace, role: role, endpoint)
        }
    }

    /// The person at the server's own terminal, in a workspace: what the command line acts as.
    package static func terminal(organization: OrganizationRef, workspace: WorkspaceRef) -> Caller {
        Caller(
            kind: .terminal, organization: organization, user: nil, workspace: workspace, roles: [Name.admin.description], scopes: .all,
            isOperator: true, isOrganizationAdministrator: true)
    }

    package static let unauthorized = Refusal(.unauthorized, "Unauthorized operation")

    private func principal(_ key: PresentedKey) async throws -> KeyPrincipal? {
        switch directory.knownPrincipal(key) {
        case .found(let principal): principal
        case .absent: nil
        case .unknown: try await directory.principal(key)
        }
    }

    private func caller(
        for principal: KeyPrincipal, in workspace: WorkspaceRef, role: String?, _ endpoint: EndpointFacts?
    ) async throws -> Caller {
        guard principal.opens(workspace.id) else { throw Self.unauthorized }
        let held = try await roles(of: principal.user, in: workspace.id)
        // Bound to this workspace, an operator's key has no more than its roles, and knows of the workspace all the same.
        let knows = principal.isOperator || principal.limits.workspace == workspace.id
        try Self.admit(principal.organization, isOperator: knows, roles: held, to: workspace)
        try Self.check(principal.addresses, endpoint)
        return Caller(
            kind: .apiKey(principal.key),
            organization: OrganizationRef(id: principal.organization, name: principal.organizationName.description),
            user: UserRef(id: principal.user, name: principal.userName.description),
            workspace: workspace,
            roles: try Self.roles(among: held, only: principal.limits.role?.description, asking: role),
            heldRoles: Set(held),
            attributes: principal.attributes,
            scopes: scopes(principal.scopeText).intersection(.allowed(administrator: principal.isAdministratorsKey)),
            limits: CredentialLimits(
                workspace: principal.limits.workspace, role: principal.limits.role?.description, expires: principal.limits.expires,
                grant: principal.grant),
            address: endpoint?.address,
            isOperator: principal.isOperator && role == nil,
            isOrganizationAdministrator: principal.isAdministrator && role == nil
        )
    }

    /// A workspace other than `main` does not exist for whoever is neither of its organization, nor its member, nor an operator (E05). That `main` is
    /// there everybody knows: organizations manage their own identity through it.
    /// - Throws: `not_found`.
    static func admit(_ organization: OrganizationID, isOperator: Bool, roles: [String], to workspace: WorkspaceRef) throws(Refusal) {
        guard workspace.id == Workspace.mainID || workspace.organization == organization || isOperator || !roles.isEmpty else {
            throw Refusal(.notFound, "workspace: '\(workspace.name)' does not exist")
        }
    }

    /// - Throws: `forbidden` for an address that a list does not hold.
    static func check(_ addresses: AddressLimits, _ endpoint: EndpointFacts?) throws(Refusal) {
        guard let endpoint else { return }
        do throws(IdentityError) { try addresses.check(endpoint.address) } catch { throw Refusal(.forbidden, error.reason) }
    }

    /// The held roles, narrowed by the credential and by the request.
    static func roles(among held: [String], only: String? = nil, asking wanted: String?) throws(Refusal) -> [String] {
        var names = held
        if let only { names = names.filter { $0 == only } }
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

    func scopes(_ text: String) -> ScopeSet {
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
