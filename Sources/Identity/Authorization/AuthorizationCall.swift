/// Where one request to the authorization server came in, and from where.
package struct AuthorizationCall: Hashable, Sendable {
    /// Scheme, host and port of the server as its clients see it: the issuer.
    package let origin: String
    /// The client's IP address, as far as declared proxies are believed.
    package let address: String

    package init(origin: String, address: String) {
        self.origin = origin
        self.address = address
    }
}
