/// The endpoint and the peer's address of a request, by which its credential is checked.
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

    /// The audience of the access tokens that open a workspace (RFC 8707): its endpoint's canonical id.
    func audience(of workspace: String, isMain: Bool) -> String {
        if let audience { return audience }
        return isMain ? origin + "/api/mcp" : origin + "/api/__app/" + workspace + "/mcp"
    }
}
