import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends requests to hosts that strangers or administrators name: to public addresses only, unless the host is permitted. Each name is
/// resolved once, and the connection goes to that address.
///
/// It uses no redirects, cookies, proxies or decompression, and limits time and size. Each request has its own connection, unless
/// connections are kept.
package struct OutboundClient: Sendable {
    /// Deadline of ``get(_:)``, from the lookup of the name to the last byte.
    package let deadline: Duration
    /// Largest body of ``get(_:)``. Unit: bytes.
    package static let maximumBody = 65_536

    private let resolver: any AddressResolver
    private let permits: HostPermit
    private let authorities: String?
    private let connectDeadline: Duration
    private let connections: KeptConnections?

    /// - Parameters:
    ///   - authorities: a PEM file of certificates to trust besides the system's.
    ///   - connectDeadline: of a connection with its TLS handshake; a request whose own deadline is later ends at it.
    ///   - keepsConnections: whether a connection stays open for the next request to the same host, if that leads to the same address.
    package init(
        resolver: any AddressResolver = SystemResolver(), permits: HostPermit = .none, authorities: String? = nil,
        deadline: Duration = .seconds(5), connectDeadline: Duration = .seconds(30), keepsConnections: Bool = false
    ) {
        self.connectDeadline = connectDeadline
        connections = keepsConnections ? KeptConnections() : nil
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
            do { body = try await response.body.collect(upTo: maximumBody) } catch is NIOTooManyBytesError {
                throw OutboundError(largerThan: maximumBody)
            }
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
                guard length <= post.maximumBody else { throw OutboundError(largerThan: post.maximumBody) }
                guard try piece(media, Array(bytes.readableBytesView)) else { return }
            }
        }
    }

    /// Sends a request and returns the response, whatever its status.
    /// - Throws: ``OutboundError``: `bad_url` also for a header field that cannot be sent; nothing was sent then.
    package func send(_ given: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        let request = try Self.request(given)
        let limit = given.maximumBody
        return try await exchange(request, with: given.url, deadline: given.deadline, silence: given.deadline, takesAnyStatus: true) { response in
            try Self.checkLength(response, atMost: limit)
            var body: [UInt8] = []
            for try await bytes in response.body {
                guard body.count + bytes.readableBytes <= limit else { throw OutboundError(largerThan: limit) }
                body += bytes.readableBytesView
            }
            return OutboundResponse(status: Int(response.status.code), type: response.mediaType, body: body)
        }
    }

    /// Sends a request and returns with the head of the response, whatever its status. Its body is read from the result, for as long as the server sends.
    /// - Parameters:
    ///   - given: its deadline ends with the head, and its limit holds for a whole body, or for each event of a stream.
    ///   - silence: the longest time without a byte, before the head and in the body.
    /// - Throws: ``OutboundError``, as ``send(_:)``.
    package func open(_ given: OutboundRequest, silence: Duration) async throws(OutboundError) -> OutboundStream {
        let url = try OutboundURL(given.url, permits: permits)
        let request = try Self.request(given)
        do {
            return try await Deadline.run(within: given.deadline) {
                let (response, client) = try await start(request, to: url, deadline: given.deadline, silence: silence)
                try Self.checkEncoding(response)
                return OutboundStream(response, limit: given.maximumBody, over: client)
            }
        } catch {
            throw OutboundError(transport: error)
        }
    }

    private static func request(_ given: OutboundRequest) throws(OutboundError) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "")
        request.method = HTTPMethod(rawValue: given.method.rawValue)
        for (name, value) in given.headers {
            guard OutboundRequest.isValidHeader(name: name, value: value) else {
                throw OutboundError(.badURL, "header '\(name.prefix(60))': cannot be sent")
            }
            request.headers.add(name: name, value: value)
        }
        if let body = given.body { request.body = .bytes(ByteBuffer(bytes: body)) }
        return request
    }

    /// Sends a request to a URL, and reads an acceptable response with `body`.
    private func exchange<R: Sendable>(
        _ request: HTTPClientRequest, with text: String, deadline: Duration, silence: Duration, takesAnyStatus: Bool = false,
        _ body: @escaping @Sendable (HTTPClientResponse) async throws -> R
    ) async throws(OutboundError) -> R {
        let url = try OutboundURL(text, permits: permits)
        do {
            return try await Deadline.run(within: deadline) {
                let (response, client) = try await start(request, to: url, deadline: deadline, silence: silence)
                defer { withExtendedLifetime(client) {} }
                guard takesAnyStatus || response.status == .ok else { throw OutboundError(response) }
                return try await body(response)
            }
        } catch {
            throw OutboundError(transport: error)
        }
    }

    /// Sends a request and returns the head of the response. The client must live until the body has been read.
    private func start(
        _ request: HTTPClientRequest, to url: OutboundURL, deadline: Duration, silence: Duration
    ) async throws -> (HTTPClientResponse, OwnedClient) {
        let client = try await client(for: url, deadline: deadline, silence: silence)
        var request = request
        request.url = url.text
        if request.headers["accept"].isEmpty {
            request.headers.add(name: "Accept", value: request.method == .POST ? "text/event-stream, application/json" : "application/json")
        }
        request.headers.add(name: "Accept-Encoding", value: "identity")
        if request.headers["user-agent"].isEmpty { request.headers.add(name: "User-Agent", value: "Gatehouse") }
        return (try await client.http.execute(request, timeout: .init(deadline)), client)
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

    private func client(for url: OutboundURL, deadline: Duration, silence: Duration) async throws(OutboundError) -> OwnedClient {
        let address = try await address(of: url)
        guard let connections else { return make(for: url, at: address, deadline: deadline, silence: silence) }
        return connections.client(to: url.host, at: address, silence: silence) {
            make(for: url, at: address, deadline: deadline, silence: silence)
        }
    }

    private func make(for url: OutboundURL, at address: IPAddress?, deadline: Duration, silence: Duration) -> OwnedClient {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let authorities { tls.additionalTrustRoots = [.file(authorities)] }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow, decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        // Shorter than servers keep an idle connection, so that a request does not meet its end.
        configuration.connectionPool.idleTimeout = .seconds(20)
        // Callers limit their requests; a stream that stays open must not make others wait.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1_024
        configuration.timeout = .init(connect: .init(min(deadline, connectDeadline)), read: .init(silence))
        if case .name(let name) = url.host, let address { configuration.dnsOverride = [name: address.description] }
        return OwnedClient(configuration)
    }

    private static func media(of response: HTTPClientResponse) throws(OutboundError) -> OutboundMedia {
        try checkEncoding(response)
        let type = response.mediaType
        guard response.headers["content-type"].count == 1 else { throw badType }
        if type == "text/event-stream" { return .eventStream }
        guard type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json")) else { throw badType }
        return .json
    }

    private static func checkEncoding(_ response: HTTPClientResponse) throws(OutboundError) {
        guard response.headers[canonicalForm: "content-encoding"].allSatisfy({ $0.lowercased() == "identity" }) else {
            throw OutboundError(.badAnswer, "the body is compressed; expected it uncompressed")
        }
    }

    private static func checkLength(_ response: HTTPClientResponse, atMost limit: Int) throws(OutboundError) {
        if let length = response.headers.first(name: "content-length").flatMap({ Int($0) }), length > limit { throw OutboundError(largerThan: limit) }
    }

    private static let badType = OutboundError(.badAnswer, "Content-Type: expected application/json")
}

extension HTTPClientResponse {
    /// Without parameters, in lower case; empty where none is given.
    var mediaType: String { headers["content-type"].first?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } ?? "" }
}

extension OutboundError {
    /// The error for a response whose status is not 200.
    fileprivate init(_ response: HTTPClientResponse) {
        let pause = response.headers.first(name: "retry-after").flatMap { Int64($0) }.map { Duration.seconds(max(0, min($0, 3_600))) }
        self.init(
            .badAnswer, "status \(response.status.code); expected 200", status: Int(response.status.code), pause: pause)
    }

    /// Every error of the transport that is not a timeout becomes `unreachable`.
    init(transport error: any Error) {
        switch error {
        case let error as OutboundError: self = error
        case let error as HTTPClientError where [.connectTimeout, .tlsHandshakeTimeout].contains(error):
            self.init(.tooSlow, "no connection in time")
        case let error as HTTPClientError where [.deadlineExceeded, .readTimeout].contains(error): self.init(.tooSlow, "no whole answer in time")
        default: self.init(.unreachable, "the host does not answer as a web server with a good certificate does")
        }
    }

    init(largerThan limit: Int) { self.init(.tooLarge, "the body is larger than \(limit) bytes") }
}
