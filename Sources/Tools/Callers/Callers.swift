package import Access
package import Ask
package import Identity
import Store
import Synchronization

/// Makes a ``Caller`` from a credential: one way for HTTP, stdio and every other interface.
package final class Callers: Sendable {
    let directory: Directory
    private let scopeSets = Mutex<[String: ScopeSet]>([:])
    /// Cached callers, each valid until one of its topics changes.
    private let callers: FeedCache<CacheKey, Known>

    /// The cache key of a caller: everything that it depends on except the directory.
    private struct CacheKey: Hashable {
        let credential: PresentedCredential
        let workspace: String
        let onMCP: Bool
        let role: String?
        let endpoint: EndpointFacts?

        /// Hashes only what differs most often; equality compares everything.
        func hash(into hasher: inout Hasher) {
            hasher.combine(credential)
            hasher.combine(workspace)
        }
    }

    /// A class, because copying a principal would cost each request more than the look-up.
    private final class Known: Sendable {
        let caller: Caller
        let principal: Principal

        init(_ caller: Caller, _ principal: Principal) {
            self.caller = caller
            self.principal = principal
        }
    }

    /// Most cached callers.
    private static let maximumCallers = 4_096
    /// Most cached scope strings.
    private static let maximumScopeSets = 1_024

    package init(directory: Directory) {
        self.directory = directory
        callers = FeedCache(directory.feed, limit: Self.maximumCallers)
    }

    /// The workspace of an endpoint, even if stopped; nil when it does not exist.
    /// - Parameter name: nil means `main`.
    package func workspace(_ name: String?) async throws -> WorkspaceRef? {
        let name = name ?? Workspace.mainName
        return try await directory.workspace(name).map(WorkspaceRef.init)
    }

    /// The caller at the endpoint of a workspace. The credential is checked before the name, so that a caller without rights does not learn
    /// which workspaces exist (E15).
    /// - Parameters:
    ///   - name: nil means `main`.
    ///   - onMCP: whether a workspace with a disabled MCP endpoint counts as missing, also for operators.
    /// - Throws: as ``caller(for:in:role:endpoint:)``, also for a name that no workspace has.
    package func caller(
        for credential: Credential, at name: String?, role: String? = nil, endpoint: EndpointFacts? = nil, onMCP: Bool = false
    ) async throws -> Caller {
        let name = name ?? Workspace.mainName
        let key = PresentedCredential(credential).map {
            CacheKey(credential: $0, workspace: name, onMCP: onMCP, role: role, endpoint: endpoint)
        }
        if let key, case .found(let known) = callers.lookup(key), directory.use(known.principal) { return known.caller }
        return try await found(credential, at: name, role, endpoint, onMCP: onMCP, as: key)
    }

    /// Looks a caller up and caches it, except in a workspace that counts as missing: no topic would report that it exists now.
    private func found(
        _ credential: Credential, at name: String, _ role: String?, _ endpoint: EndpointFacts?, onMCP: Bool, as key: CacheKey?
    ) async throws -> Caller {
        // Without a credential the result must not depend on whether the workspace exists.
        if name != Workspace.mainName, case .none = credential { return .anonymous(in: .missing(name)) }
        let version = directory.feed.version
        var target = try await workspace(name) ?? .missing(name)
        if onMCP, !target.servesMCP { target = .missing(target.name) }
        let (caller, principal) = try await callerAndPrincipal(credential, in: target, role, endpoint)
        if let key, let principal, target.knownName != nil {
            callers.keep(Known(caller, principal), for: key, topics: caller.topics, at: version)
        }
        return caller
    }

    /// - Parameters:
    ///   - role: the one role to use (`x-role`), one of the caller's; nil or `__union__` for all.
    ///   - endpoint: without it access tokens are refused, and address lists are not checked.
    /// - Throws: `Throttled` for guesses at a client's secret; ``Refusal`` `unauthorized` for an invalid credential, or one that is bound
    ///   to another workspace; `not_found` for a workspace that is hidden from the caller; `workspace_stopped`; `forbidden` for a role that
    ///   the caller does not have, and for an excluded address.
    package func caller(
        for credential: Credential, in workspace: WorkspaceRef, role: String? = nil, endpoint: EndpointFacts? = nil
    ) async throws -> Caller {
        try await callerAndPrincipal(credential, in: workspace, role, endpoint).caller
    }

    /// - Returns: the caller with its principal; nil for the anonymous one.
    private func callerAndPrincipal(
        _ credential: Credential, in workspace: WorkspaceRef, _ role: String?, _ endpoint: EndpointFacts?
    ) async throws -> (caller: Caller, principal: Principal?) {
        switch credential {
        case .none: return (.anonymous(in: workspace), nil)
        case .unreadable: throw Self.unauthorized
        case .bearer, .basic, .session: break
        }
        guard let presented = PresentedCredential(credential), let principal = try await principal(presented, in: workspace, endpoint) else {
            throw try await refusal(of: credential, endpoint)
        }
        return (try await caller(for: principal, in: workspace, role: role, endpoint), principal)
    }

    /// The caller on the question server, in the first workspace where the credential has a role; without a credential the anonymous
    /// caller.
    package func questionCaller(for credential: Credential, _ endpoint: EndpointFacts) async throws -> Caller {
        guard let main = try await workspace(nil) else { throw Self.unauthorized }
        if case .none = credential { return .anonymous(in: main) }
        let reached = try await workspaces(of: credential, endpoint: endpoint).workspaces
        return try await caller(for: credential, in: reached.first ?? main, endpoint: endpoint)
    }

    /// The workspaces in which a credential has a role, sorted by id, and the owner of its chats.
    /// - Throws: ``Refusal`` `unauthorized` for an invalid credential; `Throttled`.
    package func workspaces(of credential: Credential, endpoint: EndpointFacts) async throws -> (owner: ChatOwner, workspaces: [WorkspaceRef]) {
        guard let presented = PresentedCredential(credential), let main = try await workspace(nil),
            let principal = try await principal(presented, in: main, endpoint)
        else { throw try await refusal(of: credential, endpoint) }
        try Self.check(principal.addresses, endpoint)
        var reached: [WorkspaceRef] = []
        for workspace in try await directory.workspaces(near: principal) where principal.opens(workspace.id) {
            if try await !roles(of: principal, in: workspace.id).isEmpty { reached.append(WorkspaceRef(workspace)) }
        }
        if let user = principal.user { return (.user(user), reached) }
        guard let application = principal.application else { throw Self.unauthorized }
        return (.application(application), reached)
    }

    /// The caller of the command line in a workspace: the person at the server's terminal.
    package static func terminal(organization: OrganizationRef, workspace: WorkspaceRef) -> Caller {
        Caller(
            kind: .terminal, organization: organization, user: nil, workspace: workspace, roles: [Name.admin.description], scopes: .all,
            isOperator: true, isOrganizationAdministrator: true)
    }

    package static let unauthorized = Refusal(.unauthorized, "Unauthorized operation")

    /// The refusal of a credential. A wrong secret of an application counts as a guess.
    /// - Throws: `Throttled` for too many guesses.
    private func refusal(of credential: Credential, _ endpoint: EndpointFacts?) async throws -> Refusal {
        if case .basic(let client, _) = credential { try await directory.countGuess(ofSecretOf: client, from: endpoint?.address) }
        return Self.unauthorized
    }

    private func principal(
        _ presented: PresentedCredential, in workspace: WorkspaceRef, _ endpoint: EndpointFacts?
    ) async throws -> Principal? {
        switch presented {
        case .key(let key): return try await directory.principal(key)
        case .secret(let secret): return try await directory.principal(secret)
        case .session(let session): return try await directory.principal(session)
        case .token(let token):
            guard let endpoint else { return nil }
            // A token is valid only for the endpoint for which it was issued (A15, E13).
            let audience = endpoint.audience(of: workspace.name, isMain: workspace.id == Workspace.mainID)
            return try await directory.principal(token, issuer: endpoint.origin, resource: audience)
        }
    }

    /// The caller for a principal in a workspace, narrowed to the role that the request names.
    private func caller(
        for principal: Principal, in workspace: WorkspaceRef, role: String?, _ endpoint: EndpointFacts?
    ) async throws -> Caller {
        guard principal.opens(workspace.id) else { throw Self.unauthorized }
        try Self.check(principal.addresses, endpoint)
        let held = try await roles(of: principal, in: workspace.id)
        // An operator's key that is bound to this workspace has only its roles there, but may know that the workspace exists.
        let isKeyOfWorkspace = if case .apiKey = principal.credential { principal.workspace == workspace.id } else { false }
        try await admit(principal, isOperator: principal.isOperator || isKeyOfWorkspace, roles: held, to: workspace)
        // Like a key that is bound to a workspace, a token for an endpoint other than the main one has no administrative rights, because
        // objects created with it would open all other workspaces.
        let role = workspace.unitesRoles == true ? nil : role
        let administers = role == nil && endpoint?.audience == nil && (principal.audience == nil || workspace.id == Workspace.mainID)
        let acting = try Self.roles(among: held, only: principal.role?.text, asking: role, unites: workspace.unitesRoles)
        let snippets = acting.isEmpty ? [:] : try await directory.snippets(of: principal.user, or: principal.application, in: workspace.id)
        let managedSubjects = acting.reduce(into: Set<ManagedSubject>()) { $0.formUnion(ManagedSubject.opened(by: snippets[$1] ?? [])) }
        return Caller(
            kind: principal.callerKind,
            organization: OrganizationRef(id: principal.organization, name: principal.organizationName.text),
            user: principal.user.flatMap { id in principal.userName.map { UserRef(id: id, name: $0.text) } },
            application: principal.application.flatMap { id in principal.applicationName.map { ApplicationRef(id: id, name: $0.text) } },
            workspace: workspace,
            roles: acting, heldRoles: Set(held), managedSubjects: managedSubjects,
            attributes: principal.attributes, scopes: scopes(of: principal), grantedScopeText: principal.grantedScopeText,
            limits: CredentialLimits(
                workspace: principal.audience == nil ? principal.workspace : workspace.id, role: principal.role?.text,
                expires: principal.authorityEnds, grant: principal.grant),
            address: endpoint?.address, isOperator: principal.isOperator && administers,
            isOrganizationAdministrator: principal.isAdministrator && administers,
            topics: principal.topics + [.workspace(workspace.id), .organization(workspace.organization)])
    }

    /// The granted scopes, limited to those that the user and the application may have now (E07).
    private func scopes(of principal: Principal) -> ScopeSet {
        guard let granted = principal.scopeText else { return .all }
        var set = scopes(granted)
        if principal.user != nil { set = set.intersection(.allowed(administrator: principal.isUserAdministrator)) }
        // An application without scopes has no limit when it acts for people.
        if let own = principal.applicationScopeText, principal.user == nil || !own.isEmpty { set = set.intersection(scopes(own)) }
        return set
    }

    /// - Throws: `forbidden` for an address that a list excludes.
    static func check(_ addresses: AddressLimits, _ endpoint: EndpointFacts?) throws(Refusal) {
        guard let endpoint else { return }
        do throws(IdentityError) { try addresses.check(endpoint.address) } catch { throw Refusal(.forbidden, error.reason) }
    }

    /// The member's roles, narrowed by the credential and by the request.
    /// - Parameter unites: see ``WorkspaceRef/unitesRoles``.
    static func roles(among held: [String], only: String? = nil, asking wanted: String?, unites: Bool? = nil) throws(Refusal) -> [String] {
        var names = held
        if let only { names = names.filter { $0 == only } }
        if unites == false {
            guard wanted != "__union__" else { throw Refusal(.forbidden, "x-role: roles do not count together in this workspace: name one of yours") }
            guard wanted != nil else { return names.min().map { [$0] } ?? [] }
        }
        guard let wanted, wanted != "__union__" else { return names }
        guard names.contains(wanted) else { throw Refusal(.forbidden, "x-role: '\(wanted.prefix(64))' is not one of your roles here") }
        return [wanted]
    }

    /// The names of the roles that a principal has in a workspace.
    /// - Parameter ignoringStop: whether to return them even if the workspace is stopped.
    func roles(of principal: Principal, in workspace: WorkspaceID, ignoringStop: Bool = false) async throws -> [String] {
        if let user = principal.user { return try await directory.roles(of: user, in: workspace, ignoringStop: ignoringStop).map(\.text) }
        guard let application = principal.application else { return [] }
        return try await directory.roles(of: application, in: workspace, ignoringStop: ignoringStop).map(\.text)
    }

    /// The names of a user's roles in a workspace.
    func roles(of user: UserID, in workspace: WorkspaceID) async throws -> [String] {
        try await directory.roles(of: user, in: workspace).map(\.text)
    }

    func scopes(_ text: String) -> ScopeSet {
        if let known = scopeSets.withLock({ $0[text] }) { return known }
        // A scope that this release does not know gives no rights.
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
    package init(_ workspace: Workspace) {
        self.init(
            id: workspace.id, name: workspace.name, organization: workspace.organization, isStopped: workspace.isStopped,
            servesMCP: workspace.servesMCP, unitesRoles: workspace.roleMode.unites)
    }
}

extension PresentedCredential {
    /// Nil when the text does not have the form of any credential.
    fileprivate init?(_ credential: Credential) {
        switch credential {
        case .none, .unreadable: return nil
        case .bearer(let text):
            if text.hasPrefix(PresentedKey.prefix) {
                guard let key = PresentedKey(text) else { return nil }
                self = .key(key)
            } else {
                guard let token = PresentedToken(text) else { return nil }
                self = .token(token)
            }
        case .basic(let client, let secret):
            guard let pair = PresentedSecret(client: client, secret: secret) else { return nil }
            self = .secret(pair)
        case .session(let cookie):
            guard let session = PresentedSession(cookie) else { return nil }
            self = .session(session)
        }
    }
}

extension Principal {
    fileprivate var callerKind: Caller.Kind {
        switch credential {
        case .apiKey(let id): .apiKey(id)
        case .accessToken(_, let name): .accessToken(id: name)
        case .session(let session): .userSession(id: String(session.session.rawValue))
        case .applicationSecret(let id): .application(id)
        }
    }

    /// Nil for keys, whose scopes are canonical.
    fileprivate var grantedScopeText: String? {
        if case .apiKey = credential { return nil }
        return scopeText
    }
}
