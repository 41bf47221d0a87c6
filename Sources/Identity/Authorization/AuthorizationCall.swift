import OAuth

/// The endpoint and the peer's address of one request to the authorization server.
package struct AuthorizationCall: Hashable, Sendable {
    /// Scheme, host and port of the server as its clients see it: the issuer.
    package let origin: String
    /// The client's IP address, read from the fields of declared proxies only.
    package let address: String

    /// The URL of the question server's endpoint, as its clients see it; nil where there is none.
    package let questions: String?

    package init(origin: String, address: String, questions: String? = nil) {
        self.origin = origin
        self.address = address
        self.questions = questions
    }

    /// The endpoints that tokens can be for.
    var resources: Resources { Resources(origin: origin, questions: questions) }
}
