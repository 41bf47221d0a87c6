package import OAuth

/// An authorization request that was found good, before the person is known: what is asked, by whom, for where.
package struct PendingAuthorization: Sendable {
    package let request: AuthorizationRequest
    /// Nil for one that does not exist, which is told to nobody before they have signed in, and then in the words for a foreign one.
    package let workspace: Workspace?
    let known: KnownClient

    /// Cleaned, to be shown as text; it proves nothing.
    package var clientName: String { ClientName(cleaning: request.client.name, fallback: known.document?.url.host ?? request.client.id).text }

    package var standing: ClientStanding {
        if let document = known.document { return .document(host: document.url.host) }
        return known.application?.standing ?? .itself
    }

    /// Where the code goes to, to be shown prominently.
    package var redirectHost: String { RedirectURI.host(ofPresented: request.redirect) ?? "" }

    /// The registered redirect that the request's is.
    var registeredRedirect: String { request.client.redirectURI(matching: request.redirect)?.text ?? request.redirect }

    /// Whether any program on the person's machine may be asking.
    package var isLocal: Bool { request.client.redirectURI(matching: request.redirect)?.isLocal ?? false }
}
