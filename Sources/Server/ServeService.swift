import Glibc
import Logging
import MCP
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Serves until a signal, then stops in order: not ready, no new connections, running calls finish, last writes.
package enum ServeService {
    /// How long calls in flight may take after the signal.
    static let gracePeriod = Duration.seconds(20)

    /// Time for a load balancer to see that the server is not ready, before anything closes.
    private static let notice = Duration.milliseconds(200)

    /// - Parameters:
    ///   - limits: of the connections.
    ///   - notice: waits until the load balancer has seen that the server is not ready.
    ///   - stop: when it returns, the server stops as on a signal; nil leaves it to signals.
    ///   - settingsNow: the settings as a start would read them now, for SIGHUP; nil leaves that signal alone.
    ///   - ready: is given the URLs when the ports are open: of the main listener, and of the question server where there is one.
    package static func run(
        _ composition: Composition, limits: ConnectionLimits = ConnectionLimits(),
        notice: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: Self.notice) },
        until stop: (@Sendable () async -> Void)? = nil, settingsNow: (@Sendable () throws -> Settings)? = nil,
        ready: @escaping @Sendable (_ url: String, _ questions: String?) async -> Void
    ) async throws {
        for warning in composition.settings.warnings { composition.log.warning(warning) }
        var logger = Logger(label: "lifecycle") { [log = composition.log] in JSONLogHandler(label: $0, sink: log, logLevel: .warning) }
        logger.logLevel = .warning
        var configuration = ServiceGroupConfiguration(
            services: [
                BackgroundService(composition: composition), ReadinessService(composition: composition, notice: notice),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        let opening = ListenerStart(count: composition.settings.askPort == nil ? 1 : 2, ready: ready)
        let main = try HTTPService(composition, .main, limits: limits) { await opening.opened($0, of: .main) }
        configuration.services.insert(.init(service: main), at: 1)
        if composition.settings.askPort != nil {
            let questions = try HTTPService(composition, .questions, limits: limits) { await opening.opened($0, of: .questions) }
            configuration.services.insert(.init(service: questions), at: 2)
        }
        configuration.maximumGracefulShutdownDuration = gracePeriod
        if let settingsNow {
            // Trapped before anything is ready: until then that signal would end the process.
            let hangUps = await UnixSignalsSequence(trapping: .sighup)
            configuration.services.append(.init(service: SettingsCheckService(hangUps: hangUps, log: composition.log, settingsNow: settingsNow)))
        }
        if let stop { configuration.services.append(.init(service: StopService(stop: stop), successTerminationBehavior: .gracefullyShutdownGroup)) }
        let group = ServiceGroup(configuration: configuration)
        defer { RunningServerFile.remove(composition.settings.data) }
        do {
            try await group.run()
        } catch let error as IOError {
            throw StartError(refusal(error, composition.settings))
        } catch is SocketAddressError.UnknownHost {
            throw StartError("'\(composition.settings.host)' is not an address of this machine: choose another with --host")
        }
    }
}

extension ServeService {
    /// Why the port could not be taken.
    private static func refusal(_ error: IOError, _ settings: Settings) -> String {
        let address = settings.host.contains(":") ? "[\(settings.host)]:\(settings.port)" : "\(settings.host):\(settings.port)"
        return switch error.errnoCode {
        case EADDRINUSE:
            "\(address) is in use: choose another port with --port, or 0 for any free one"
                + (settings.askPort.map { "; or port \($0) of the question server is: --ask-port, off for none" } ?? "")
        case EACCES: "\(address): this user may not listen on that port: choose one above 1023 with --port"
        case EADDRNOTAVAIL: "'\(settings.host)' is not an address of this machine: choose another with --host"
        default: "\(address): \(error)"
        }
    }
}

/// On SIGHUP: reports whether the settings could be used after a restart. The running server keeps its settings.
private struct SettingsCheckService: Service, CustomStringConvertible {
    let hangUps: UnixSignalsSequence
    let log: LogSink
    let settingsNow: @Sendable () throws -> Settings
    var description: String { "settings" }

    func run() async throws {
        for await _ in hangUps.cancelOnGracefulShutdown() {
            do {
                _ = try settingsNow()
                log.notice("settings: read again, and good; they hold after a restart")
            } catch {
                log.failure("settings: kept as they were: \((error as? SettingsError)?.reason ?? "\(error)")", request: "")
            }
        }
    }
}

/// The background work; it stops last.
private struct BackgroundService: Service, CustomStringConvertible {
    let composition: Composition
    var description: String { "background" }

    func run() async throws {
        await cancelWhenGracefulShutdown { await composition.runBackground() }
    }
}

/// The first to stop: `/health/ready` turns false before anything closes.
private struct ReadinessService: Service, CustomStringConvertible {
    let composition: Composition
    let notice: @Sendable () async throws -> Void
    var description: String { "readiness" }

    func run() async throws {
        try await gracefulShutdown()
        composition.readiness.set(notReady: "stopping")
        try await notice()
        // Streams that stay open are not calls in flight: nothing else would end them.
        composition.server.endStreams()
        composition.questionServer.endStreams()
    }
}

/// Ends when the embedding code wants the server to stop, and the service group with it.
private struct StopService: Service, CustomStringConvertible {
    let stop: @Sendable () async -> Void
    var description: String { "stop" }

    func run() async throws { await cancelWhenGracefulShutdown(stop) }
}

/// Reports the addresses of the listeners once all are open.
private actor ListenerStart {
    private let count: Int
    private let ready: @Sendable (String, String?) async -> Void
    private var urls: [HTTPService.Listener: String] = [:]

    init(count: Int, ready: @escaping @Sendable (String, String?) async -> Void) {
        self.count = count
        self.ready = ready
    }

    func opened(_ url: String, of listener: HTTPService.Listener) async {
        urls[listener] = url
        guard urls.count == count, let main = urls[.main] else { return }
        await ready(main, urls[.questions])
    }
}
