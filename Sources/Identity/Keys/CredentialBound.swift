package import Store

/// The maximum that the creator of a credential or membership may give, so that creating one never gains rights (E11).
package struct CredentialBound: Hashable, Sendable {
    /// The maker's own organization.
    package let organization: OrganizationID
    /// Whose scopes a credential has: those of any signed-in user, a person's, or an administrator's.
    package enum ScopeAuthority: Int, Hashable, Sendable, Comparable {
        case nobody, person, administrator

        package static func < (left: ScopeAuthority, right: ScopeAuthority) -> Bool { left.rawValue < right.rawValue }
    }

    /// The maker, whose own membership it may not change; nil for an application or the terminal.
    package let user: UserID?
    /// The maker, when it is an application that acts for itself.
    package let application: ApplicationID?
    /// Reaches all organizations.
    package let isOperator: Bool
    /// Administers its own organization.
    package let isAdministrator: Bool
    /// The workspace of the call.
    package let workspace: WorkspaceID
    /// The roles that the maker acts with there.
    package let roles: Set<Name>
    /// The limits of the maker's own credential.
    package let limits: KeyLimits
    /// The grant of the credential: it ends with the grant, and so do the keys that it creates.
    package let grant: GrantID?
    /// When the maker's credential expires; nil for one that lasts, and for one that its client renews.
    package let ends: Timestamp?
    /// The widest authority whose scopes the maker may give: no one gives more than they have.
    package let covers: ScopeAuthority

    package init(
        organization: OrganizationID, user: UserID?, application: ApplicationID? = nil, isOperator: Bool, isAdministrator: Bool,
        workspace: WorkspaceID, roles: Set<Name>, limits: KeyLimits, grant: GrantID? = nil, ends: Timestamp? = nil,
        covers: ScopeAuthority = .nobody
    ) {
        self.organization = organization
        self.user = user
        self.application = application
        self.isOperator = isOperator
        self.isAdministrator = isAdministrator
        self.workspace = workspace
        self.roles = roles
        self.limits = limits
        self.grant = grant
        self.ends = ends
        self.covers = covers
    }

    /// The person at the server's own terminal: all organizations, and the scopes that exist.
    package static func terminal(_ builtIn: OrganizationID, scopes: Set<String>) -> CredentialBound {
        CredentialBound(
            organization: builtIn, user: nil, isOperator: true, isAdministrator: true, workspace: Workspace.mainID, roles: [],
            limits: KeyLimits(scopes: scopes), covers: .administrator)
    }

    package func reaches(_ organization: OrganizationID) -> Bool { isOperator || organization == self.organization }

    /// Whether the maker stands above all roles and people of an organization.
    package func administers(_ organization: OrganizationID) -> Bool { isOperator || (isAdministrator && organization == self.organization) }

    /// - Throws: `forbidden` when the maker may not give this role in this workspace.
    func checkGiving(_ role: Name, in workspace: Workspace) throws(IdentityError) {
        if isOperator || (isAdministrator && workspace.organization == organization) { return }
        guard workspace.id == self.workspace else { throw IdentityError(.forbidden, "workspace: you act in another workspace") }
        guard roles.contains(.admin) || roles.contains(role) else {
            throw IdentityError(.forbidden, "role: '\(role)' is more than your own roles")
        }
    }

    /// A person uses a role or rights with all scopes: a narrowed credential would let another person do what it cannot do itself.
    /// - Throws: `forbidden`, also for a narrowed credential of an administrator.
    package func checkScopesOfRoles() throws(IdentityError) {
        guard covers >= .person else {
            throw IdentityError(.forbidden, "role: who has a role may use scopes that your credential is without")
        }
    }

    /// - Throws: `forbidden` when the maker may not make keys for this user.
    func checkKey(for user: UserID) throws(IdentityError) {
        guard user == self.user || isOperator || isAdministrator else {
            throw IdentityError(.forbidden, "user: only an administrator makes keys for others")
        }
    }
}
