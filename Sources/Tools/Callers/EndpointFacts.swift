/// Where a request came in and from where, as far as its credential is judged by it.
package struct EndpointFacts: Hashable, Sendable {
    /// Scheme, host and port of the server as its clients see it: the issuer of the tokens that it takes.
    package let origin: String
    /// The client's IP address; nil for this machine itself, which no address list concerns.
    package let address: String?
    /// The one audience whose tokens count, in whichever workspace: the question server's URL. Nil where each workspace has an endpoint of its own.
    package let audience: String?

    package init(origin: String, address: String?, audience: String? = nil) {
        self.origin = origin
        self.address = address
        self.audience = audience
    }

    /// - Parameter resource: the URL of any endpoint of the server.
    package init(resource: String, address: String?) {
        self.init(origin: Self.origin(of: resource), address: address)
    }

    /// The audience of the access tokens that open a workspace (RFC 8707): its endpoint's canonical id.
    func audience(of workspace: String, isMain: Bool) -> String {
        if let audience { return audience }
        return isMain ? origin + "/api/mcp" : origin + "/api/__app/" + workspace + "/mcp"
    }

    /// Scheme and authority of a URL, without its path.
    private static func origin(of url: String) -> String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return url }
        let host = bytes[colon...].dropFirst(3)
        return String(url[..<(host.firstIndex(of: UInt8(ascii: "/")) ?? url.endIndex)])
    }
}
