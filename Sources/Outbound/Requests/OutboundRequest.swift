import NIOHTTP1

/// An outgoing HTTP request. An error status is returned as a response, not thrown.
package struct OutboundRequest: Sendable {
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    package var method: Method
    package var url: String
    /// Header fields in addition to those that the client sets itself. Values may be secrets and are never logged.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// The time from the lookup of the name to the last byte.
    package var deadline: Duration
    /// Limit of the response's body. Unit: bytes.
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

    private static let maximumNameLength = 128
    private static let maximumValueLength = 8_192

    /// Names that the client itself sets (RFC 9110 section 7.6.1, RFC 9112 section 6), in lowercase.
    private static let reservedNames: Set<String> = [
        "host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "proxy-connection", "expect",
        "accept-encoding",
    ]

    /// Whether a field can be sent: its name is a token (RFC 9110 section 5.6.2) that the client does not set itself, and its value has no control
    /// characters.
    package static func isValidHeader(name: String, value: String) -> Bool {
        (1...maximumNameLength).contains(name.utf8.count) && !reservedNames.contains(name.lowercased()) && name.utf8.allSatisfy(isTokenByte)
            && value.utf8.count <= maximumValueLength && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// The response to an ``OutboundRequest``.
package struct OutboundResponse: Hashable, Sendable {
    package let status: Int
    /// The media type, without parameters, in lower case; empty if absent.
    package let type: String
    package let body: [UInt8]
}

/// A JSON document to post, and the limits of the response.
package struct OutboundPost: Sendable {
    package var url: String
    /// In addition to those that every request has; values may be secrets and are shown to nobody else.
    package var headers: [(name: String, value: String)]
    /// JSON.
    package var body: [UInt8]
    /// Time from the lookup of the name to the last byte.
    package var deadline: Duration
    /// The longest time between two pieces of the response.
    package var silence: Duration
    /// Unit: bytes of the response's body.
    package var maximumBody: Int

    package init(
        url: String, headers: [(name: String, value: String)], body: [UInt8], deadline: Duration, silence: Duration, maximumBody: Int
    ) {
        self.url = url
        self.headers = headers
        self.body = body
        self.deadline = deadline
        self.silence = silence
        self.maximumBody = maximumBody
    }
}

/// The media type of a response's body.
package enum OutboundMedia: Hashable, Sendable {
    case json
    /// Server-sent events.
    case eventStream
}

/// Stops work at a deadline.
enum Deadline {
    /// The result of the body; throws `too_slow` at the deadline and cancels the body.
    static func run<Answer: Sendable>(within limit: Duration, _ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw OutboundError(.tooSlow, "no whole answer within \(limit.components.seconds) seconds")
            }
            defer { group.cancelAll() }
            // Two tasks were added, so there is a first one.
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}

/// A fetched document.
package struct FetchedDocument: Hashable, Sendable {
    package let body: [UInt8]
    /// How long the response may be cached according to its sender; zero when it must not be cached, nil when the sender does not say.
    package let freshness: Duration?

    package init(body: [UInt8], freshness: Duration?) {
        self.body = body
        self.freshness = freshness
    }
}

/// How long a response may be cached, by its header fields (RFC 9111 sections 4.2.1 and 5.2.2).
enum Freshness {
    /// Parses the header fields. Unit of the numbers: seconds. An unreadable number counts as zero.
    static func parse(_ headers: HTTPHeaders) -> Duration? {
        let directives = headers[canonicalForm: "cache-control"].map { $0.lowercased().filter { $0 != " " } }
        if directives.contains(where: { ["no-store", "no-cache"].contains($0) }) { return .zero }
        guard let age = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst(8) else { return nil }
        let spent = headers.first(name: "age").flatMap { Int64($0) } ?? 0
        return .seconds(max(0, min(Int64(age) ?? 0, 31_536_000) - max(0, min(spent, 31_536_000))))
    }
}
