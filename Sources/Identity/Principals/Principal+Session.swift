extension Principal {
    /// A person who signed in with a browser.
    package init(_ session: SessionPrincipal) {
        credential = .session(session)
        (organization, organizationName) = (session.organization, session.organizationName)
        (user, userName, isUserAdministrator) = (session.user, session.userName, session.isAdministrator)
        (application, applicationName, scopeText, applicationScopeText) = (nil, nil, nil, nil)
        (audience, workspace, role, authorityEnds, grant, grantEnds) = (nil, nil, nil, nil, nil, nil)
        expires = session.expires
        addresses = session.addresses
        attributes = Self.attributes(
            organization: (session.organization, session.organizationName),
            user: (session.user, session.userName, session.email, session.displayName))
        topics = session.topics
    }
}
