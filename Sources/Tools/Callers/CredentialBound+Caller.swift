package import Access
package import Identity

extension CredentialBound {
    /// The rights that a caller may give: at most its own.
    /// - Throws: ``Refusal`` `unauthorized` for an anonymous caller.
    package init(_ caller: Caller) throws {
        guard let organization = caller.organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
        // A client renews a person's token until the person disconnects the client.
        let isRenewed = if case .accessToken = caller.kind { caller.user != nil } else { false }
        self.init(
            organization: organization.id, user: caller.user?.id, application: caller.isApplicationItself ? caller.application?.id : nil,
            isOperator: caller.isOperator,
            isAdministrator: caller.isOrganizationAdministrator, workspace: caller.workspace.id,
            roles: Set(try caller.roles.map { try Name(parsing: $0) }),
            limits: KeyLimits(
                workspace: caller.limits.workspace, role: try caller.limits.role.map { try Name(parsing: $0) },
                scopes: Set(caller.scopes.names), expires: caller.limits.expires),
            grant: caller.limits.grant, ends: isRenewed ? nil : caller.limits.expires, covers: Self.cover(caller.scopes))
    }

    private static func cover(_ scopes: ScopeSet) -> ScopeAuthority {
        if ScopeSet.allowed(administrator: true).isSubset(of: scopes) { return .administrator }
        return ScopeSet.allowed(administrator: false).isSubset(of: scopes) ? .person : .nobody
    }
}
