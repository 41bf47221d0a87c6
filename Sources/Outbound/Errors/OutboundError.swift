/// Why an outgoing request was not sent, or its response not accepted.
package struct OutboundError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// Not an https URL that we read.
        case badURL = "bad_url"
        /// The host stands for an address that is not public.
        case forbiddenAddress = "forbidden_address"
        /// The host has no address, refuses, or ended early.
        case unreachable
        case tooLarge = "too_large"
        case tooSlow = "too_slow"
        /// A response with another status or type than expected.
        case badAnswer = "bad_answer"
        /// As many requests as are allowed run already.
        case busy
    }

    package let code: Code
    /// For people; no secret.
    package let reason: String
    /// Of a response whose status is not 200.
    package let status: Int?
    /// How long such a response asks to wait (RFC 9110 section 10.2.3).
    package let pause: Duration?

    package init(_ code: Code, _ reason: String, status: Int? = nil, pause: Duration? = nil) {
        self.code = code
        self.reason = reason
        self.status = status
        self.pause = pause
    }
}
