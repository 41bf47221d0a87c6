/// A request of any method. Its response is returned whatever its status.
package struct OutboundRequest: Sendable {
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    package var method: Method
    package var url: String
    /// Beside those that every request has; a value may be a secret and is not shown elsewhere.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// From the lookup of the name to the last byte.
    package var deadline: Duration
    /// Unit: bytes of the response's body.
    package var maximumBody: Int

    package init(
        method: Method, url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil, deadline: Duration, maximumBody: Int
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.deadline = deadline
        self.maximumBody = maximumBody
    }

    /// Names that the client itself decides (RFC 9110 section 7.6.1, RFC 9112 section 6), in lower case.
    private static let reserved: Set<String> = [
        "host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "proxy-connection", "expect",
        "accept-encoding",
    ]

    /// Whether a field can be sent: a token as its name (RFC 9110 section 5.6.2), not one that the client decides, and a value without control characters.
    package static func takes(header name: String, value: String) -> Bool {
        (1...128).contains(name.utf8.count) && !reserved.contains(name.lowercased()) && name.utf8.allSatisfy(isTokenByte)
            && value.utf8.count <= 8_192 && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// The response to an ``OutboundRequest``.
package struct OutboundResponse: Hashable, Sendable {
    package let status: Int
    /// The media type, without parameters, in lower case; empty where none is given.
    package let type: String
    package let body: [UInt8]
}
