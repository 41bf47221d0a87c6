import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import MCP
import NIOCore
import ServiceLifecycle
import Tools

/// The main listener: builds the HTTP application on a composition.
package struct HTTPService: Sendable {
    private let composition: Composition
    private let limits: ConnectionLimits

    package init(_ composition: Composition, limits: ConnectionLimits = ConnectionLimits()) {
        self.composition = composition
        self.limits = limits
    }

    /// - Parameter ready: is given the URL when the port is open.
    func application(ready: @escaping @Sendable (_ url: String) async -> Void) throws -> some ApplicationProtocol {
        let settings = composition.settings
        let connections = Connections()
        composition.metrics.gauge("gatehouse_connections", "Open HTTP connections.") { connections.count }
        let log = RequestLog(composition.log, isOn: settings.logLevel.showsRequests)
        let policy = try policy()
        let bodies = BodyBudget(maximum: limits.maximumBodies)
        let endpoint = endpoint(log, policy, bodies)
        var server = HTTPServerBuilder { EdgeChannel(responder: $0, endpoint: endpoint, connections: connections) }
        if let tls = settings.tls { server = try .tls(server, tlsConfiguration: tls.configuration()) }
        var logger = Logger(label: "http") { [log = composition.log] in JSONLogHandler(label: $0, sink: log, logLevel: .warning) }
        logger.logLevel = .warning
        let scheme = settings.tls == nil ? "http" : "https"
        let readiness = composition.readiness
        let sink = composition.log
        return Application(
            responder: responder(connections, log, policy, bodies),
            server: server,
            configuration: .init(
                address: .hostname(settings.host, port: settings.port), backlog: 1_024,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.maximumConnections ?? Descriptors.connections(), logger: logger)),
            onServerRunning: { channel in
                readiness.set(notReady: nil)
                let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
                let url = "\(scheme)://\(host):\(channel.localAddress?.port ?? settings.port)"
                do { try RunningNote.write(url, settings.data) } catch { sink.failure("the note of the URL: \(error)", request: "") }
                await ready(url)
            },
            logger: logger
        )
    }

    private func endpoint(_ log: RequestLog, _ policy: OriginPolicy, _ bodies: BodyBudget) -> MCPEndpoint {
        let settings = composition.settings
        return MCPEndpoint(
            server: composition.server, callers: composition.callers, policy: policy, origins: origins,
            proxies: TrustedProxies(ranges: settings.trustedProxies), limits: limits, bodies: bodies,
            anonymousDiscovery: settings.anonymousDiscovery, metrics: composition.metrics, log: log, spans: composition.spans)
    }

    private func responder(_ connections: Connections, _ log: RequestLog, _ policy: OriginPolicy, _ bodies: BodyBudget) -> EdgeResponder {
        EdgeResponder(
            router: composition.router, policy: policy, origins: origins,
            proxies: TrustedProxies(ranges: composition.settings.trustedProxies), limits: limits, bodies: bodies, connections: connections,
            metrics: composition.metrics, log: log, sink: composition.log)
    }

    private var origins: PublicOrigin { PublicOrigin(configured: composition.settings.publicURL, usesTLS: composition.settings.tls != nil) }

    /// The hosts and origins that are served beside loopback: what the operator named.
    private func policy() throws -> OriginPolicy {
        let settings = composition.settings
        let own = settings.publicURL.map { [$0] } ?? []
        let hosts = own.map { String($0.drop { $0 != "/" }.dropFirst(2)) } + settings.allowedHosts
        // Another address of this machine than the usual one is called by itself.
        let listening = settings.isLoopback ? [settings.host.contains(":") ? "[\(settings.host)]" : settings.host] : []
        return try OriginPolicy(hosts: hosts + listening, origins: own + settings.allowedOrigins, allowsLoopback: settings.isLoopback)
    }
}
