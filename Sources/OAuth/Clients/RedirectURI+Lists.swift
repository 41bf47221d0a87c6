extension RedirectURI {
    /// The acceptable ones of a registration, each once: clients register several at once, of which some are not for every server.
    /// - Throws: `invalid_redirect_uri` when none is left, saying what was wrong with the first.
    package static func accepted(_ texts: [String]) throws(OAuthError) -> [RedirectURI] {
        guard !texts.isEmpty else { throw OAuthError(.invalidRedirectURI, "redirect_uris: expected at least one") }
        guard texts.count <= maximumCount else { throw OAuthError(.invalidRedirectURI, "redirect_uris: more than \(maximumCount)") }
        var accepted: [RedirectURI] = []
        var refusal: OAuthError?
        for text in texts {
            do throws(OAuthError) {
                let uri = try RedirectURI(registering: text)
                if !accepted.contains(uri) { accepted.append(uri) }
            } catch { refusal = refusal ?? error }
        }
        if accepted.isEmpty, let refusal { throw refusal }
        return accepted
    }
}
