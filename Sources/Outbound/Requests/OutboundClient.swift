import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// Fetches JSON documents from hosts that strangers name: from public addresses only, each resolved once and connected to as resolved.
///
/// No redirects, no cookies, no proxy, no unpacking; bounded in time and size. Each request has a connection of its own.
package struct OutboundClient: Sendable {
    /// From the lookup of the name to the last byte.
    package let deadline: Duration
    /// Unit: bytes of a body.
    package static let maximumBody = 65_536

    private let resolver: any AddressResolver
    private let permits: LoopbackPermit
    private let authorities: String?

    /// - Parameter authorities: a PEM file of certificates to trust besides the system's.
    package init(
        resolver: any AddressResolver = SystemResolver(), permits: LoopbackPermit = .none, authorities: String? = nil,
        deadline: Duration = .seconds(5)
    ) {
        self.resolver = resolver
        self.permits = permits
        self.authorities = authorities
        self.deadline = deadline
    }

    /// Whether an address may be asked, as far as that can be seen from it alone.
    /// - Throws: `bad_url`, `forbidden_address`.
    package func check(_ url: String) throws(OutboundError) { _ = try OutboundURL(url, permits: permits) }

    /// The JSON document at an address.
    /// - Throws: ``OutboundError``.
    package func get(_ url: String) async throws(OutboundError) -> OutboundAnswer {
        let url = try OutboundURL(url, permits: permits)
        do {
            return try await Deadline.run(within: deadline) {
                try await fetch(url, from: try await address(of: url))
            }
        } catch {
            throw Self.judged(error)
        }
    }

    /// The address to connect to; nil when the URL has it already. One address that is not public condemns them all.
    private func address(of url: OutboundURL) async throws(OutboundError) -> IPAddress? {
        guard case .name(let name) = url.host else { return nil }
        let found = try await resolver.addresses(of: name)
        let isPermitted = permits.contains(name)
        guard let first = found.first, found.allSatisfy({ $0.isPublic || (isPermitted && $0.isLoopback) }) else {
            throw OutboundError(.forbiddenAddress, "the host has an address that is not public")
        }
        // Machines without IPv6 are common, those without IPv4 are not.
        return found.first { if case .v4 = $0 { true } else { false } } ?? first
    }

    private func fetch(_ url: OutboundURL, from address: IPAddress?) async throws -> OutboundAnswer {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let authorities { tls.additionalTrustRoots = [.file(authorities)] }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow, decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout = .init(connect: .init(deadline), read: .init(deadline))
        if case .name(let name) = url.host, let address { configuration.dnsOverride = [name: address.description] }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        // A peer that is slow to say goodbye keeps nobody waiting.
        defer { client.shutdown { _ in } }
        var request = HTTPClientRequest(url: url.text)
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "Accept-Encoding", value: "identity")
        request.headers.add(name: "User-Agent", value: "Gatehouse")
        let response = try await client.execute(request, timeout: .init(deadline))
        try Self.check(response)
        let body = try await response.body.collect(upTo: Self.maximumBody)
        return OutboundAnswer(body: Array(body.readableBytesView), freshness: Freshness.parse(response.headers))
    }

    /// What can be said of an answer before its body is read.
    private static func check(_ response: HTTPClientResponse) throws(OutboundError) {
        guard response.status == .ok else { throw OutboundError(.badAnswer, "status \(response.status.code); expected 200") }
        guard response.headers[canonicalForm: "content-encoding"].allSatisfy({ $0.lowercased() == "identity" }) else {
            throw OutboundError(.badAnswer, "the body is packed; expected it as it is")
        }
        let types = response.headers["content-type"]
        let type = types.first?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } ?? ""
        guard types.count == 1, type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json")) else {
            throw OutboundError(.badAnswer, "Content-Type: expected application/json")
        }
        if let length = response.headers.first(name: "content-length").flatMap({ Int($0) }), length > maximumBody { throw tooLarge }
    }

    /// The errors of transport are many, and mean one thing.
    private static func judged(_ error: any Error) -> OutboundError {
        switch error {
        case let error as OutboundError: error
        case is NIOTooManyBytesError: tooLarge
        case let error as HTTPClientError where [.deadlineExceeded, .connectTimeout, .readTimeout].contains(error):
            OutboundError(.tooSlow, "no whole answer in time")
        default: OutboundError(.unreachable, "the host does not answer as a web server with a good certificate does")
        }
    }

    private static let tooLarge = OutboundError(.tooLarge, "the body is larger than \(maximumBody) bytes")
}
