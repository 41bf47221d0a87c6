package import OAuth

/// A valid authorization request before the person is known: the client, the scopes, and the workspace.
package struct PendingAuthorization: Sendable {
    package let request: AuthorizationRequest
    /// Nil for one that does not exist. Before sign-in that is not revealed, and afterwards it looks like a foreign workspace.
    package let workspace: Workspace?
    let known: KnownClient

    /// Cleaned, to be shown as text; it proves nothing.
    package var clientName: String { ClientName(cleaning: request.client.name, fallback: known.document?.url.host ?? request.client.id).text }

    package var trust: ClientTrust {
        if let document = known.document { return .document(host: document.url.host) }
        return known.application?.trust ?? .itself
    }

    /// Where the code goes to, to be shown prominently.
    package var redirectHost: String { RedirectURI.host(ofPresented: request.redirect) ?? "" }

    /// The registered redirect that the request's is.
    var registeredRedirect: String { request.client.redirectURI(matching: request.redirect)?.text ?? request.redirect }

    /// Whether any program on the person's machine may be asking.
    package var isLocal: Bool { request.client.redirectURI(matching: request.redirect)?.isLocal ?? false }
}
