import JSON
package import OAuth

extension Application {
    /// What the rules of OAuth need to know of it.
    package var client: Client {
        Client(
            id: clientID, name: displayName, origin: origin,
            // Each was taken when it was stored; one that a later release no longer takes is none.
            redirectURIs: redirectURIs.compactMap { try? RedirectURI(registering: $0) },
            grantTypes: Set(grantTypes.compactMap(GrantType.init(rawValue:))), authentication: authentication,
            scopes: scopes.isEmpty ? nil : scopeNames, uri: homepageURL.isEmpty ? nil : homepageURL)
    }

    private var origin: Client.Origin {
        switch source {
        case .registered: .registered
        case .dynamic: .dynamic
        case .document: .document
        }
    }

    private var authentication: ClientAuthentication {
        if let method = metadata?["token_endpoint_auth_method"]?.string.flatMap(ClientAuthentication.init(rawValue:)) { return method }
        return isPublic ? .none : .secretBasic
    }
}
