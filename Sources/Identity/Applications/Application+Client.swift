import JSON
package import OAuth
import Store

extension Application {
    /// The client in the form that the OAuth rules use.
    package var client: Client {
        Client(
            id: clientID, name: displayName, origin: origin,
            // Each URI was valid when it was stored; one that a later release refuses is ignored.
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

/// Checks of the people and workspaces that an application may serve.
extension Application {
    func checkSignIn() throws(OAuthError) {
        guard !disablesSignIn else { throw OAuthError(.unauthorizedClient, "nobody can sign in to this application") }
    }

    /// A client of an organization serves only people of that organization. Clients of `built-in` and unregistered clients serve people of
    /// every organization.
    func check(serves session: SessionPrincipal) throws(OAuthError) {
        guard source != .registered || organization == session.organization || organizationName == .builtIn || session.isOperator
        else { throw OAuthError(.accessDenied, "this application serves another organization") }
    }

    /// An application that is bound to a workspace opens only that one, for itself and for people.
    /// - Parameter workspace: nil for a workspace that does not exist.
    func check(opens workspace: WorkspaceID?) throws(OAuthError) {
        guard workspace.map(opens) ?? (self.workspace == nil) else {
            throw OAuthError(.invalidTarget, "parameter 'resource': this application is bound to one workspace; name the URL of its endpoint")
        }
    }
}

extension Client.Origin {
    /// Unregistered clients act for people only if their organization admits such clients.
    func check(admittedBy session: SessionPrincipal) throws(OAuthError) {
        guard self == .registered || session.admitsUnregistered else { throw OAuthError.notAdmitted }
    }
}

extension OAuthError {
    /// The same error for an unknown client and for wrong credentials.
    static let unknownClient = OAuthError(.invalidClient, "the client is unknown, or its credentials are wrong")

    static let notAdmitted = OAuthError(
        .accessDenied, "the person's organization takes registered applications alone (dcrPolicy); its administrator can add this one")

    /// The same error for an endpoint that does not exist and for one that is hidden from the person.
    static let unknownResource = OAuthError(.invalidTarget, "parameter 'resource': there is no such endpoint")
}

/// A client id with the secret that a request presents for it, stored only as the SHA-256 of the secret.
package struct PresentedSecret: Hashable, Sendable {
    let client: String
    let digest: SecretDigest

    /// Nil when the secret does not have the form of one; no application has such a secret.
    package init?(client: String, secret: String) {
        guard (1...2_048).contains(client.utf8.count), !client.utf8.contains(0), let digest = SecretText.client.digest(of: secret) else { return nil }
        self.client = client
        self.digest = digest
    }
}
