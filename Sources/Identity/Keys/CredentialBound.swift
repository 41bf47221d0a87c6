package import Store

/// What the maker of a credential or membership may give at most: nobody gains by a call (E11).
package struct CredentialBound: Hashable, Sendable {
    /// The maker's own organization.
    package let organization: OrganizationID
    /// The maker, whose own membership it may not change; nil for an application or the terminal.
    package let user: UserID?
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

    package init(
        organization: OrganizationID, user: UserID?, isOperator: Bool, isAdministrator: Bool, workspace: WorkspaceID, roles: Set<Name>,
        limits: KeyLimits
    ) {
        self.organization = organization
        self.user = user
        self.isOperator = isOperator
        self.isAdministrator = isAdministrator
        self.workspace = workspace
        self.roles = roles
        self.limits = limits
    }

    /// The person at the server's own terminal: all organizations, and the scopes that exist.
    package static func terminal(_ builtIn: OrganizationID, scopes: Set<String>) -> CredentialBound {
        CredentialBound(
            organization: builtIn, user: nil, isOperator: true, isAdministrator: true, workspace: Workspace.mainID, roles: [],
            limits: KeyLimits(scopes: scopes))
    }

    func reaches(_ organization: OrganizationID) -> Bool { isOperator || organization == self.organization }

    /// - Throws: `forbidden` when the maker may not give this role in this workspace.
    func checkGiving(_ role: Name, in workspace: Workspace) throws(IdentityError) {
        if isOperator || (isAdministrator && workspace.organization == organization) { return }
        guard workspace.id == self.workspace else { throw IdentityError(.forbidden, "workspace: you act in another workspace") }
        guard roles.contains(.admin) || roles.contains(role) else {
            throw IdentityError(.forbidden, "role: '\(role)' is more than your own roles")
        }
    }

    /// - Throws: `forbidden` when the maker may not make keys for this user.
    func checkKey(for user: UserID) throws(IdentityError) {
        guard user == self.user || isOperator || isAdministrator else {
            throw IdentityError(.forbidden, "user: only an administrator makes keys for others")
        }
    }
}
