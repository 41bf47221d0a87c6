import Store

extension CredentialBound {
    /// - Parameters:
    ///   - asAdministrator: whether the person who could then sign in administers the organization.
    ///   - isNew: whether the person had no rights before; an application may only create such people.
    /// - Throws: ``IdentityError`` `forbidden` when signing in as that person would give more than the caller has.
    func checkSignIn(asAdministrator: Bool, in organization: OrganizationID, isNew: Bool) throws(IdentityError) {
        guard administers(organization) || (application != nil && organization == self.organization && isNew && !asAdministrator) else {
            throw IdentityError(.forbidden, "only an administrator can set passwords, appoint administrators and unblock users")
        }
        // A person who signs in can call every workspace of the organization.
        guard limits.role == nil, limits.workspace == nil || limits.workspace == Workspace.mainID else {
            throw IdentityError(.forbidden, "password: signing in gives rights beyond your credential, which is bound to a workspace or a role")
        }
        if let ends {
            throw IdentityError(
                .forbidden,
                "password: a person who signs in would have access after your credential, which expires at \(ends.rfc3339); use one without an end")
        }
        guard covers >= (asAdministrator ? .administrator : .person) else {
            throw IdentityError(.forbidden, "password: signing in gives scopes that your credential does not have")
        }
    }

    /// - Throws: ``IdentityError`` `forbidden` for a change that gives more than the caller has, or changes the caller's own rights.
    func checkChange(of before: User, to after: User, password: SecretChange) throws(IdentityError) {
        if before.isAdministrator, !administers(before.organization) { throw Self.administratorsOnly }
        try User.stored.checkEditor(of: before, to: after, isAdministrator: administers(before.organization))
        let (promotes, revives) = (after.isAdministrator && !before.isAdministrator, before.isDisabled && !after.isDisabled)
        if before.id == user, before.isAdministrator != after.isAdministrator || before.isDisabled != after.isDisabled {
            throw IdentityError(.forbidden, "isAdmin, isForbidden: you cannot change your own")
        }
        var setsPassword = false
        if case .set = password { setsPassword = true }
        if promotes || revives || setsPassword {
            try checkSignIn(asAdministrator: after.isAdministrator, in: before.organization, isNew: false)
        }
    }

    /// - Throws: ``IdentityError`` `forbidden`.
    func checkRemoval(of one: User) throws(IdentityError) {
        guard one.id != user else { throw IdentityError(.forbidden, "user: you cannot remove yourself") }
        guard administers(one.organization) || !one.isAdministrator else { throw Self.administratorsOnly }
    }

    private static let administratorsOnly = IdentityError(.forbidden, "user: only an administrator changes an administrator")
}
