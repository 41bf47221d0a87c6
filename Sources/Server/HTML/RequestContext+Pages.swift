import Identity

extension RequestContext {
    /// What the authorization server must know of the request.
    var call: AuthorizationCall { AuthorizationCall(origin: origin, address: address, questions: questions) }

    /// A page with this server's name at its foot.
    func page(_ page: Page, for session: SessionPrincipal? = nil) -> Page {
        var page = page
        page.host = String(origin.drop { $0 != "/" }.dropFirst(2))
        if let session { page.corner = SignOutHeader(user: session.label, token: session.formToken).html }
        return page
    }
}

extension SessionPrincipal {
    /// `acme/ann`
    var label: String { qualifiedName.description }
}
