/// Why an outgoing request was not sent, or its response not accepted.
package struct OutboundError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// Not a valid https URL.
        case badURL = "bad_url"
        /// The host has an address that is not public.
        case forbiddenAddress = "forbidden_address"
        /// The host has no address, refuses the connection, or ended it early.
        case unreachable
        case tooLarge = "too_large"
        case tooSlow = "too_slow"
        /// The response has an unexpected status or type.
        case badAnswer = "bad_answer"
        /// The most permitted requests are already running.
        case busy
    }

    package let code: Code
    /// For people; without secrets.
    package let reason: String
    /// Set when the response's status is not 200.
    package let status: Int?
    /// How long the response asks to wait (RFC 9110 section 10.2.3).
    package let pause: Duration?

    package init(_ code: Code, _ reason: String, status: Int? = nil, pause: Duration? = nil) {
        self.code = code
        self.reason = reason
        self.status = status
        self.pause = pause
    }
}
