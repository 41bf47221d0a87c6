import Access
import Identity
import OAuth
import Store

/// Callers from what OAuth knows: access tokens, applications' own credentials, and the sessions of browsers.
extension Callers {
    /// A token opens the one endpoint that it was issued for, with what its owner may have at this moment (A15, E07, E13). Like a key that is bound to a
    /// workspace, one for another endpoint than the main one administers nothing: what it made would open all the others.
    func caller(
        for token: PresentedToken, in workspace: WorkspaceRef, role: String?, _ endpoint: EndpointFacts
    ) async throws -> Caller {
        let audience = endpoint.audience(of: workspace.name, isMain: workspace.id == Workspace.mainID)
        let principal: TokenPrincipal
        switch directory.knownPrincipal(token) {
        case .found(let known): principal = known
        case .absent: throw Self.unauthorized
        case .unknown:
            guard let found = try await directory.principal(token, issuer: endpoint.origin, resource: audience) else { throw Self.unauthorized }
            principal = found
        }
        guard principal.resource == audience, principal.opens(workspace.id) else { throw Self.unauthorized }
        try Self.check(principal.addresses, endpoint)
        let held = try await roles(of: principal, in: workspace.id)
        let administers = workspace.id == Workspace.mainID && role == nil
        try Self.admit(principal.organization, isOperator: principal.isOperator, roles: held, to: workspace)
        return Caller(
            kind: .accessToken(id: principal.name),
            organization: OrganizationRef(id: principal.organization, name: principal.organizationName.text),
            user: principal.user.flatMap { id in principal.userName.map { UserRef(id: id, name: $0.text) } },
            application: ApplicationRef(id: principal.application, name: principal.applicationName.text), workspace: workspace,
            roles: try Self.roles(among: held, asking: role), heldRoles: Set(held), attributes: principal.attributes,
            scopes: scopes(principal.scopeText).intersection(ceiling(of: principal)), grantedScopeText: principal.scopeText,
            limits: CredentialLimits(workspace: workspace.id, role: nil, expires: principal.authorityEnds, grant: principal.grant),
            address: endpoint.address, isOperator: principal.isOperator && administers,
            isOrganizationAdministrator: principal.isAdministrator && administers)
    }

    /// An application by its own id and secret: within the scopes that it is registered with.
    func caller(
        for principal: ApplicationPrincipal, in workspace: WorkspaceRef, role: String?, _ endpoint: EndpointFacts?
    ) async throws -> Caller {
        guard principal.opens(workspace.id) else { throw Self.unauthorized }
        try Self.check(principal.addresses, endpoint)
        let held = try await roles(of: principal.application, in: workspace.id)
        try Self.admit(principal.organization, isOperator: false, roles: held, to: workspace)
        return Caller(
            kind: .application(principal.application),
            organization: OrganizationRef(id: principal.organization, name: principal.organizationName.text), user: nil,
            application: ApplicationRef(id: principal.application, name: principal.applicationName.text), workspace: workspace,
            roles: try Self.roles(among: held, asking: role), heldRoles: Set(held), attributes: principal.attributes,
            scopes: scopes(principal.scopeText), grantedScopeText: principal.scopeText,
            limits: CredentialLimits(workspace: principal.workspace, role: nil, expires: principal.expires, grant: principal.grant),
            address: endpoint?.address)
    }

    func principal(_ pair: PresentedSecret) async throws -> ApplicationPrincipal? {
        switch directory.knownPrincipal(pair) {
        case .found(let principal): principal
        case .absent: nil
        case .unknown: try await directory.principal(pair)
        }
    }

    /// A person who signed in with a browser: every scope, and no more than the person's own rights.
    func caller(
        for principal: SessionPrincipal, in workspace: WorkspaceRef, role: String?, _ endpoint: EndpointFacts?
    ) async throws -> Caller {
        try Self.check(principal.addresses, endpoint)
        let held = try await roles(of: principal.user, in: workspace.id)
        try Self.admit(principal.organization, isOperator: principal.isOperator, roles: held, to: workspace)
        return Caller(
            kind: .userSession(id: String(principal.session.rawValue)),
            organization: OrganizationRef(id: principal.organization, name: principal.organizationName.text),
            user: UserRef(id: principal.user, name: principal.userName.text), workspace: workspace,
            roles: try Self.roles(among: held, asking: role), heldRoles: Set(held), attributes: principal.attributes, scopes: .all,
            address: endpoint?.address, isOperator: principal.isOperator && role == nil,
            isOrganizationAdministrator: principal.isAdministrator && role == nil)
    }

    func principal(_ session: PresentedSession) async throws -> SessionPrincipal? {
        switch directory.knownPrincipal(session) {
        case .found(let principal): principal
        case .absent: nil
        case .unknown: try await directory.principal(session)
        }
    }

    /// What the token's owner and its application may have now, whatever it was when the token was issued.
    private func ceiling(of principal: TokenPrincipal) -> ScopeSet {
        guard principal.user != nil else { return scopes(principal.applicationScopeText) }
        let own = ScopeSet.allowed(administrator: principal.isAdministrator)
        // An application without scopes is not limited in what it does for people.
        return principal.applicationScopeText.isEmpty ? own : own.intersection(scopes(principal.applicationScopeText))
    }

    private func roles(of principal: TokenPrincipal, in workspace: WorkspaceID) async throws -> [String] {
        if let user = principal.user { return try await roles(of: user, in: workspace) }
        return try await roles(of: principal.application, in: workspace)
    }

    private func roles(of application: ApplicationID, in workspace: WorkspaceID) async throws -> [String] {
        if case .found(let names) = directory.knownRoles(of: application, in: workspace) { return names.map(\.text) }
        return try await directory.roles(of: application, in: workspace).map(\.text)
    }
}
