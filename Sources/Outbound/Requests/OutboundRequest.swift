import NIOHTTP1

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

/// A JSON document to be posted, and how much of the response is accepted.
package struct OutboundPost: Sendable {
    package var url: String
    /// Beside those that every request has; a value may be a secret and is not shown to anybody else.
    package var headers: [(name: String, value: String)]
    /// JSON.
    package var body: [UInt8]
    /// From the lookup of the name to the last byte.
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

/// Ends work at a deadline.
enum Deadline {
    /// What the body gives, or `too_slow`. The body is cancelled then, and has to honour it.
    static func run<Answer: Sendable>(within limit: Duration, _ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw OutboundError(.tooSlow, "no whole answer within \(limit.components.seconds) seconds")
            }
            defer { group.cancelAll() }
            // Two tasks were added: the first to end is there.
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}

/// A fetched document.
package struct FetchedDocument: Hashable, Sendable {
    package let body: [UInt8]
    /// How long its sender says that it stays as it is; zero when it is not to be kept, nil when nothing is said.
    package let freshness: Duration?

    package init(body: [UInt8], freshness: Duration?) {
        self.body = body
        self.freshness = freshness
    }
}

/// How long a response may be cached, by its header fields (RFC 9111 sections 4.2.1 and 5.2.2).
enum Freshness {
    /// Unit of the numbers: seconds. A number that cannot be read counts as zero.
    static func parse(_ headers: HTTPHeaders) -> Duration? {
        let directives = headers[canonicalForm: "cache-control"].map { $0.lowercased().filter { $0 != " " } }
        if directives.contains(where: { ["no-store", "no-cache"].contains($0) }) { return .zero }
        guard let age = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst(8) else { return nil }
        let spent = headers.first(name: "age").flatMap { Int64($0) } ?? 0
        return .seconds(max(0, min(Int64(age) ?? 0, 31_536_000) - max(0, min(spent, 31_536_000))))
    }
}
