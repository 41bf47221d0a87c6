import MCP
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// One listener. It accepts connections, and when the server stops, it ends each connection after its last response.
package struct HTTPService: Service, CustomStringConvertible {
    package enum Listener: Hashable, Sendable { case main, questions }

    private let composition: Composition
    private let listener: Listener
    private let channels: EdgeChannel
    private let connections: Connections
    private let ready: @Sendable (_ url: String) async -> Void

    /// Length of the kernel's queue of connections that wait to be accepted.
    private static let backlog: CInt = 1_024

    /// - Parameter ready: receives the URL when the port is open.
    /// - Throws: ``SettingsError`` for an invalid certificate, host or origin.
    init(_ composition: Composition, _ listener: Listener, limits: ConnectionLimits, ready: @escaping @Sendable (_ url: String) async -> Void) throws
    {
        self.composition = composition
        self.listener = listener
        self.ready = ready
        let connections = Connections()
        self.connections = connections
        if listener == .main { composition.metrics.gauge("gatehouse_connections", "Open HTTP connections.") { connections.count } }
        let tls = try composition.settings.tls.map { try NIOSSLContext(configuration: $0.configuration()) }
        channels = EdgeChannel(edge: try composition.edge(of: listener, limits: limits), connections: connections, tls: tls)
    }

    /// The name in the logs of the service group, which would otherwise print all stored properties.
    package var description: String { "listener \(listener)" }

    package func run() async throws {
        let server = try await bind()
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await announce(server)
                // Accepted connections continue, however the listening channel ended.
                try? await server.closeFuture.get()
                await connections.allClosed()
            } onGracefulShutdown: { [connections] in
                server.close(promise: nil)
                connections.stop()
            }
        } onCancel: {
            server.close(promise: nil)
            connections.closeAll()
        }
    }

    private func bind() async throws -> any Channel {
        let maximum = channels.edge.limits.maximumConnections ?? Descriptors.connections()
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptLimit(maximum: maximum))
                    // Without free file descriptors, the listener waits for a second instead of retrying in a loop (I15).
                    try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
                }
            }
            .childChannelInitializer { [channels] channel in channel.eventLoop.makeCompletedFuture { try channels.setUp(channel) } }
            .bind(host: composition.settings.host, port: port).get()
    }

    private var port: Int { listener == .main ? composition.settings.port : composition.settings.askPort ?? 0 }

    private func announce(_ server: any Channel) async {
        let settings = composition.settings
        let bound = server.localAddress?.port ?? port
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let url = "\(settings.tls == nil ? "http" : "https")://\(host):\(bound)"
        if listener == .main {
            composition.addresses.listens(main: bound)
            composition.readiness.set(notReady: nil)
            do { try RunningServerFile.write(url, settings.data) } catch { composition.log.failure("the note of the URL: \(error)", request: "") }
        } else {
            composition.addresses.listens(questions: bound)
        }
        await ready(url)
    }
}

extension Composition {
    /// The request handling of a listener.
    func edge(of listener: HTTPService.Listener, limits: ConnectionLimits) throws -> Edge {
        let publicURL = listener == .main ? settings.publicURL : settings.askPublicURL.map { ListenerAddresses.parts(of: $0).origin }
        return Edge(
            router: listener == .main ? router : questionRouter, policy: try originPolicy(),
            origins: PublicOrigin(configured: publicURL, usesTLS: settings.tls != nil), addresses: settings.askPort == nil ? nil : addresses,
            proxies: TrustedProxies(ranges: settings.trustedProxies), limits: limits, metrics: metrics,
            log: RequestLog(log, isOn: settings.logLevel.showsRequests), sink: log)
    }

    /// The permitted hosts and origins besides loopback: those that the operator configured.
    private func originPolicy() throws -> OriginPolicy {
        let own = [settings.publicURL, settings.askPublicURL.map { ListenerAddresses.parts(of: $0).origin }].compactMap(\.self)
        let hosts = own.map { String($0.drop { $0 != "/" }.dropFirst(2)) } + settings.allowedHosts
        // Clients reach an unusual loopback address under that address.
        let listening = settings.isLoopback ? [settings.host.contains(":") ? "[\(settings.host)]" : settings.host] : []
        return try OriginPolicy(hosts: hosts + listening, origins: own + settings.allowedOrigins, allowsLoopback: settings.isLoopback)
    }
}
