package import OAuth

/// An authorization request that was found good, before the person is known: what is asked, by whom, for where.
package struct PendingAuthorization: Sendable {
    package let request: AuthorizationRequest
    package let workspace: Workspace
    let known: KnownClient

    /// Cleaned, to be shown as text; it proves nothing.
    package var clientName: String { ClientName(cleaning: request.client.name, fallback: clientHost ?? request.client.id).text }

    /// The host of the client's own page or document.
    package var clientHost: String? {
        if let document = known.document { return document.url.host }
        return request.client.uri.flatMap(RedirectURI.host(ofPresented:))
    }

    /// Whether somebody with the right to do so made the client.
    package var isVerified: Bool { request.client.origin == .registered }

    /// Where the code goes to, to be shown prominently.
    package var redirectHost: String { RedirectURI.host(ofPresented: request.redirect) ?? "" }

    /// The registered redirect that the request's is.
    var registeredRedirect: String { request.client.redirectURI(matching: request.redirect)?.text ?? request.redirect }

    /// Whether any program on the person's machine may be asking.
    package var isLoopback: Bool { request.client.redirectURI(matching: request.redirect)?.isLoopback ?? false }
}
