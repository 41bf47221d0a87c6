/// A redirect URI of a client, checked at registration (RFC 9700 section 4.1, RFC 8252 sections 7 and 8).
package struct RedirectURI: Hashable, Sendable {
    package let text: String
    private let address: WebAddress

    /// Private-use addresses of clients that have no other; each is compared exactly.
    private static let privateUse: Set<String> = ["cursor://anysphere.cursor-mcp/oauth/callback"]
    package static let maximumCount = 32

    /// Accepts https addresses, http on loopback, and the known private-use ones.
    /// - Throws: `invalid_redirect_uri` with the reason.
    package init(registering text: String) throws(OAuthError) {
        guard let address = WebAddress(text) else { throw Self.refusal("expected an absolute URL") }
        self.text = text
        self.address = address
        if Self.privateUse.contains(text) { return }
        if text.contains("*") { throw Self.refusal("no wildcards; on loopback any port matches, so leave the port out") }
        if address.fragment != nil || address.hasUserInfo || address.hasDotSegment {
            throw Self.refusal("must have no fragment, no user name and no dot segments")
        }
        switch address.scheme.lowercased() {
        case "https": return
        case "http" where address.isLoopback: return
        default: throw Self.refusal("expected https, or http on localhost, 127.0.0.1 or [::1]")
        }
    }

    /// Whether a request may use this address: the text is equal, except for the port of an http loopback address (RFC 8252 section 7.3)
    /// and the slash of its root.
    package func matches(_ presented: String) -> Bool {
        if presented == text { return presented.utf8.elementsEqual(text.utf8) }
        guard isLoopback, let other = WebAddress(presented), other.fragment == nil, !other.hasUserInfo else { return false }
        return other.scheme == address.scheme && other.host == address.host && Self.path(of: other) == Self.path(of: address)
            && other.query == address.query
    }

    /// An empty path and the root are the same address (RFC 3986 section 6.2.3), and programs write either.
    private static func path(of address: WebAddress) -> String { address.path.isEmpty ? "/" : address.path }

    /// Whether the code goes to a program on the person's own machine, which may be any program: one that listens on loopback, or one that
    /// registered itself for a private-use scheme (RFC 8252 sections 8.1 and 8.3).
    package var isLocal: Bool { isLoopback || Self.privateUse.contains(text) }

    package var isLoopback: Bool { address.scheme.lowercased() == "http" && address.isLoopback }

    /// Host and port of a presented address; nil when it is not one.
    package static func host(ofPresented text: String) -> String? { WebAddress(text).map(host) }

    private static func host(of address: WebAddress) -> String { address.port.map { "\(address.host):\($0)" } ?? address.host }

    private static func refusal(_ reason: String) -> OAuthError { OAuthError(.invalidRedirectURI, "redirect_uris: \(reason)") }
}

extension RedirectURI {
    /// The acceptable addresses of a registration, each once. Clients register several at once, of which some are not valid for every
    /// server.
    /// - Throws: `invalid_redirect_uri` when none is acceptable, with the error in the first.
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
