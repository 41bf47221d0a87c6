package import Store

/// The most that a caller may give to a credential or membership that it creates, so that creating one never gains rights (E11).
package struct CredentialBound: Hashable, Sendable {
    /// The organization of the creating caller.
    package let organization: OrganizationID
    /// Whose scopes a credential has: those of any signed-in user, of a person, or of an administrator.
    package enum ScopeAuthority: Int, Hashable, Sendable, Comparable {
        case nobody, person, administrator

        package static func < (left: ScopeAuthority, right: ScopeAuthority) -> Bool { left.rawValue < right.rawValue }
    }

    /// The creating user, who may not change their own membership; nil for an application or the terminal.
    package let user: UserID?
    /// The creating application, if it acts for itself.
    package let application: ApplicationID?
    /// Whether it reaches all organizations.
    package let isOperator: Bool
    /// Whether it administers its own organization.
    package let isAdministrator: Bool
    /// The workspace of the call.
    package let workspace: WorkspaceID
    /// The creator's roles in that workspace.
    package let roles: Set<Name>
    /// The limits of the creator's own credential.
    package let limits: KeyLimits
    /// The grant of the credential. The credential ends with it, and so do the keys that it creates.
    package let grant: GrantID?
    /// When the creator's credential expires; nil for one that does not expire, and for one that its client renews.
    package let ends: Timestamp?
    /// The widest authority whose scopes the creator may give: no one gives more than they have.
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

    /// The bound of a person at the server's own terminal: all organizations and all scopes.
    package static func terminal(_ builtIn: OrganizationID, scopes: Set<String>) -> CredentialBound {
        CredentialBound(
            organization: builtIn, user: nil, isOperator: true, isAdministrator: true, workspace: Workspace.mainID, roles: [],
            limits: KeyLimits(scopes: scopes), covers: .administrator)
    }

    package func reaches(_ organization: OrganizationID) -> Bool { isOperator || organization == self.organization }

    /// Whether the creator administers all roles and people of an organization.
    package func administers(_ organization: OrganizationID) -> Bool { isOperator || (isAdministrator && organization == self.organization) }

    /// - Throws: `forbidden` when the creator may not give this role in this workspace.
    func checkGiving(_ role: Name, in workspace: Workspace) throws(IdentityError) {
        if isOperator || (isAdministrator && workspace.organization == organization) { return }
        guard workspace.id == self.workspace else { throw IdentityError(.forbidden, "workspace: you act in another workspace") }
        guard roles.contains(.admin) || roles.contains(role) else {
            throw IdentityError(.forbidden, "role: '\(role)' is more than your own roles")
        }
    }

    /// Refuses to give roles or rights with a credential that lacks scopes: a person uses a role with all scopes, and could then do what
    /// the credential itself cannot.
    /// - Throws: `forbidden`, also for an administrator's credential with fewer scopes.
    package func checkScopesOfRoles() throws(IdentityError) {
        guard covers >= .person else {
            throw IdentityError(.forbidden, "role: a role gives scopes that your credential does not have")
        }
    }

    /// - Throws: `forbidden` when the creator may not create keys for this user.
    func checkKey(for user: UserID) throws(IdentityError) {
        guard user == self.user || isOperator || isAdministrator else {
            throw IdentityError(.forbidden, "user: only an administrator can create keys for others")
        }
    }
}
