import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends requests to hosts that strangers or administrators name: to public addresses only, unless the host is permitted. Each name is
/// resolved once, and the connection goes to that address.
///
/// It uses no redirects, cookies, proxies or decompression, and limits time and size. Each request has its own connection.
package struct OutboundClient: Sendable {
    /// Deadline of ``get(_:)``, from the lookup of the name to the last byte.
    package let deadline: Duration
    /// Largest body of ``get(_:)``. Unit: bytes.
    package static let maximumBody = 65_536

    private let resolver: any AddressResolver
    private let permits: HostPermit
    private let authorities: String?

    /// - Parameter authorities: a PEM file of certificates to trust besides the system's.
    package init(
        resolver: any AddressResolver = SystemResolver(), permits: HostPermit = .none, authorities: String? = nil,
        deadline: Duration = .seconds(5)
    ) {
        self.resolver = resolver
        self.permits = permits
        self.authorities = authorities
        self.deadline = deadline
    }

    /// Whether an address may be contacted, checked without resolving names.
    /// - Throws: `bad_url`, `forbidden_address`.
    package func check(_ url: String) throws(OutboundError) { _ = try OutboundURL(url, permits: permits) }

    /// The JSON document at an address.
    /// - Parameters:
    ///   - headers: in addition to those that every request has.
    ///   - maximumBody: unit: bytes.
    /// - Throws: ``OutboundError``.
    package func get(
        _ url: String, headers: [(name: String, value: String)] = [], maximumBody: Int = OutboundClient.maximumBody
    ) async throws(OutboundError) -> FetchedDocument {
        var request = HTTPClientRequest(url: "")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        return try await exchange(request, with: url, deadline: deadline, silence: deadline) { response in
            guard try Self.media(of: response) == .json else { throw Self.badType }
            try Self.checkLength(response, atMost: maximumBody)
            let body: ByteBuffer
            do { body = try await response.body.collect(upTo: maximumBody) } catch is NIOTooManyBytesError { throw Self.tooLarge(maximumBody) }
            return FetchedDocument(body: Array(body.readableBytesView), freshness: Freshness.parse(response.headers))
        }
    }

    /// Posts a JSON document and passes on the pieces of the response's body, JSON or an event stream, as they arrive.
    /// - Parameter piece: returns false when it needs no more; the connection is then closed.
    /// - Throws: ``OutboundError``; `bad_answer` for other errors that `piece` throws.
    package func post(
        _ post: OutboundPost, piece: @escaping @Sendable (OutboundMedia, [UInt8]) throws(OutboundError) -> Bool
    ) async throws(OutboundError) {
        var request = HTTPClientRequest(url: "")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        for (name, value) in post.headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: post.body))
        try await exchange(request, with: post.url, deadline: post.deadline, silence: post.silence) { response in
            let media = try Self.media(of: response)
            try Self.checkLength(response, atMost: post.maximumBody)
            var length = 0
            for try await bytes in response.body {
                length += bytes.readableBytes
                guard length <= post.maximumBody else { throw Self.tooLarge(post.maximumBody) }
                guard try piece(media, Array(bytes.readableBytesView)) else { return }
            }
        }
    }

    /// Sends a request and returns the response, whatever its status.
    /// - Throws: ``OutboundError``: `bad_url` also for a header field that cannot be sent; nothing was sent then.
    package func send(_ given: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        var request = HTTPClientRequest(url: "")
        request.method = HTTPMethod(rawValue: given.method.rawValue)
        for (name, value) in given.headers {
            guard OutboundRequest.isValidHeader(name: name, value: value) else {
                throw OutboundError(.badURL, "header '\(name.prefix(60))': cannot be sent")
            }
            request.headers.add(name: name, value: value)
        }
        if let body = given.body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let limit = given.maximumBody
        return try await exchange(request, with: given.url, deadline: given.deadline, silence: given.deadline, takesAnyStatus: true) { response in
            try Self.checkLength(response, atMost: limit)
            var body: [UInt8] = []
            for try await bytes in response.body {
                guard body.count + bytes.readableBytes <= limit else { throw Self.tooLarge(limit) }
                body += bytes.readableBytesView
            }
            let type = response.headers["content-type"].first?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } ?? ""
            return OutboundResponse(status: Int(response.status.code), type: type, body: body)
        }
    }

    /// Sends a request to a URL, and reads an acceptable response with `body`.
    private func exchange<R: Sendable>(
        _ request: HTTPClientRequest, with text: String, deadline: Duration, silence: Duration, takesAnyStatus: Bool = false,
        _ body: @escaping @Sendable (HTTPClientResponse) async throws -> R
    ) async throws(OutboundError) -> R {
        let url = try OutboundURL(text, permits: permits)
        do {
            return try await Deadline.run(within: deadline) {
                let client = try await client(for: url, deadline: deadline, silence: silence)
                // Callers do not wait for a slow peer to close its connection.
                defer { client.shutdown { _ in } }
                var request = request
                request.url = url.text
                if request.headers["accept"].isEmpty {
                    request.headers.add(name: "Accept", value: request.method == .POST ? "text/event-stream, application/json" : "application/json")
                }
                request.headers.add(name: "Accept-Encoding", value: "identity")
                if request.headers["user-agent"].isEmpty { request.headers.add(name: "User-Agent", value: "Gatehouse") }
                let response = try await client.execute(request, timeout: .init(deadline))
                guard takesAnyStatus || response.status == .ok else { throw OutboundError(response) }
                return try await body(response)
            }
        } catch {
            throw Self.mapped(error)
        }
    }

    /// The address to connect to; nil when the URL contains it. If one address of a name is forbidden, all are.
    private func address(of url: OutboundURL) async throws(OutboundError) -> IPAddress? {
        guard case .name(let name) = url.host else { return nil }
        let found = try await resolver.addresses(of: name)
        guard let first = found.first, found.allSatisfy({ permits.allows($0, of: name) }) else {
            throw OutboundError(.forbiddenAddress, "the host has an address that is not public")
        }
        // Machines without IPv6 are common, machines without IPv4 are not.
        return found.first { if case .v4 = $0 { true } else { false } } ?? first
    }

    private func client(for url: OutboundURL, deadline: Duration, silence: Duration) async throws(OutboundError) -> HTTPClient {
        let address = try await address(of: url)
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let authorities { tls.additionalTrustRoots = [.file(authorities)] }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow, decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout = .init(connect: .init(deadline), read: .init(silence))
        if case .name(let name) = url.host, let address { configuration.dnsOverride = [name: address.description] }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private static func media(of response: HTTPClientResponse) throws(OutboundError) -> OutboundMedia {
        guard response.headers[canonicalForm: "content-encoding"].allSatisfy({ $0.lowercased() == "identity" }) else {
            throw OutboundError(.badAnswer, "the body is packed; expected it as it is")
        }
        let types = response.headers["content-type"]
        let type = types.first?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } ?? ""
        guard types.count == 1 else { throw badType }
        if type == "text/event-stream" { return .eventStream }
        guard type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json")) else { throw badType }
        return .json
    }

    private static func checkLength(_ response: HTTPClientResponse, atMost limit: Int) throws(OutboundError) {
        if let length = response.headers.first(name: "content-length").flatMap({ Int($0) }), length > limit { throw tooLarge(limit) }
    }

    /// The error for a failure; all transport errors become one.
    private static func mapped(_ error: any Error) -> OutboundError {
        switch error {
        case let error as OutboundError: error
        case let error as HTTPClientError where [.deadlineExceeded, .connectTimeout, .readTimeout].contains(error):
            OutboundError(.tooSlow, "no whole answer in time")
        default: OutboundError(.unreachable, "the host does not answer as a web server with a good certificate does")
        }
    }

    private static let badType = OutboundError(.badAnswer, "Content-Type: expected application/json")
    private static func tooLarge(_ limit: Int) -> OutboundError { OutboundError(.tooLarge, "the body is larger than \(limit) bytes") }
}

extension OutboundError {
    /// The error for a response whose status is not 200.
    fileprivate init(_ response: HTTPClientResponse) {
        let pause = response.headers.first(name: "retry-after").flatMap { Int64($0) }.map { Duration.seconds(max(0, min($0, 3_600))) }
        self.init(
            .badAnswer, "status \(response.status.code); expected 200", status: Int(response.status.code), pause: pause)
    }
}
