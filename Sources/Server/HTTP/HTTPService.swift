import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import MCP
import NIOCore
import ServiceLifecycle
import Tools

/// One listener: builds the HTTP application on a composition.
package struct HTTPService: Sendable {
    package enum Listener: Hashable, Sendable { case main, questions }

    private let composition: Composition
    private let listener: Listener
    private let limits: ConnectionLimits

    package init(_ composition: Composition, _ listener: Listener = .main, limits: ConnectionLimits = ConnectionLimits()) {
        self.composition = composition
        self.listener = listener
        self.limits = limits
    }

    private var port: Int { listener == .main ? composition.settings.port : composition.settings.askPort ?? 0 }

    /// - Parameter ready: is given the URL when the port is open.
    func application(ready: @escaping @Sendable (_ url: String) async -> Void) throws -> some ApplicationProtocol {
        let settings = composition.settings
        let connections = Connections()
        if listener == .main { composition.metrics.gauge("gatehouse_connections", "Open HTTP connections.") { connections.count } }
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
        let (listener, port, addresses) = (listener, port, composition.addresses)
        return Application(
            responder: responder(connections, log, policy, bodies),
            server: server,
            configuration: .init(
                address: .hostname(settings.host, port: port), backlog: 1_024,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.maximumConnections ?? Descriptors.connections(), logger: logger)),
            onServerRunning: { channel in
                let bound = channel.localAddress?.port ?? port
                let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
                let url = "\(scheme)://\(host):\(bound)"
                if listener == .main {
                    addresses.listens(main: bound)
                    readiness.set(notReady: nil)
                    do { try RunningNote.write(url, settings.data) } catch { sink.failure("the note of the URL: \(error)", request: "") }
                } else {
                    addresses.listens(questions: bound)
                }
                await ready(url)
            },
            logger: logger
        )
    }

    private func endpoint(_ log: RequestLog, _ policy: OriginPolicy, _ bodies: BodyBudget) -> MCPEndpoint {
        let settings = composition.settings
        return MCPEndpoint(
            server: listener == .main ? composition.server : composition.questionServer, callers: composition.callers,
            authorization: composition.domains.authorization, addresses: composition.addresses,
            questions: listener == .main ? nil : composition.addresses.questionPath, policy: policy, origins: origins,
            proxies: TrustedProxies(ranges: settings.trustedProxies), limits: limits, bodies: bodies,
            anonymousDiscovery: settings.anonymousDiscovery, metrics: composition.metrics, log: log, spans: composition.spans)
    }

    private func responder(_ connections: Connections, _ log: RequestLog, _ policy: OriginPolicy, _ bodies: BodyBudget) -> EdgeResponder {
        EdgeResponder(
            router: listener == .main ? composition.router : composition.questionRouter, policy: policy, origins: origins,
            addresses: composition.settings.askPort == nil ? nil : composition.addresses,
            proxies: TrustedProxies(ranges: composition.settings.trustedProxies), limits: limits, bodies: bodies, connections: connections,
            metrics: composition.metrics, log: log, sink: composition.log)
    }

    private var origins: PublicOrigin {
        let settings = composition.settings
        return PublicOrigin(
            configured: listener == .main ? settings.publicURL : settings.askPublicURL.map { ListenerAddresses.parts(of: $0).origin },
            usesTLS: settings.tls != nil)
    }

    /// The hosts and origins that are served beside loopback: what the operator named.
    private func policy() throws -> OriginPolicy {
        let settings = composition.settings
        let own = [settings.publicURL, settings.askPublicURL.map { ListenerAddresses.parts(of: $0).origin }].compactMap(\.self)
        let hosts = own.map { String($0.drop { $0 != "/" }.dropFirst(2)) } + settings.allowedHosts
        // Another address of this machine than the usual one is called by itself.
        let listening = settings.isLoopback ? [settings.host.contains(":") ? "[\(settings.host)]" : settings.host] : []
        return try OriginPolicy(hosts: hosts + listening, origins: own + settings.allowedOrigins, allowsLoopback: settings.isLoopback)
    }
}
