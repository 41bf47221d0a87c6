import OAuth

extension Principal {
    /// An application by its own id and secret; nil for one that may not act by itself.
    init?(_ application: Application) {
        guard application.isEnabled, application.grantTypes.contains("client_credentials") else { return nil }
        credential = .applicationSecret(application.id)
        (organization, organizationName) = (application.organization, application.organizationName)
        (user, userName, isUserAdministrator) = (nil, nil, false)
        (self.application, applicationName) = (application.id, application.name)
        (scopeText, applicationScopeText) = (application.scopeNames.text, application.scopeNames.text)
        (audience, workspace, role) = (nil, application.workspace, nil)
        (expires, authorityEnds) = (application.ownSecretEnd, application.ownSecretEnd)
        (grant, grantEnds) = (application.secretGrant, application.secretGrantEnds)
        addresses = application.limits
        attributes = Self.attributes(
            organization: (application.organization, application.organizationName), application: (application.id, application.name))
        topics = application.topics
    }
}
