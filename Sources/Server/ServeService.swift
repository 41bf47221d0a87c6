import Glibc
import Logging
import MCP
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Serves until a signal, then stops in steps: it reports not ready, refuses new connections, lets running calls finish, and makes the last
/// writes.
package enum ServeService {
    /// How long running calls may continue after the signal.
    static let gracePeriod = Duration.seconds(20)

    /// The time that a load balancer gets to notice that the server is not ready, before anything closes.
    private static let notice = Duration.milliseconds(200)

    /// - Parameters:
    ///   - limits: the limits of connections.
    ///   - notice: waits until the load balancer has noticed that the server is not ready.
    ///   - stop: the server stops when this function returns, as on a signal. Nil: only signals stop it.
    ///   - settingsNow: reads the settings as a start would, for SIGHUP. Nil: the signal is not handled.
    ///   - ready: receives the URLs when the ports are open: that of the main listener, and that of the question server if there is one.
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
            // Trapped before the server is ready, because an untrapped SIGHUP would end the process.
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
    /// Why the port could not be opened.
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

/// On SIGHUP, reports whether the settings would be valid after a restart. The running server does not change its settings.
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

/// The background work. It stops last.
private struct BackgroundService: Service, CustomStringConvertible {
    let composition: Composition
    var description: String { "background" }

    func run() async throws {
        await cancelWhenGracefulShutdown { await composition.runBackground() }
    }
}

/// Stops first: `/health/ready` fails before anything closes.
private struct ReadinessService: Service, CustomStringConvertible {
    let composition: Composition
    let notice: @Sendable () async throws -> Void
    var description: String { "readiness" }

    func run() async throws {
        try await gracefulShutdown()
        composition.readiness.set(notReady: "stopping")
        try await notice()
        // Open streams do not count as running calls, so nothing else would end them.
        composition.server.endStreams()
        composition.questionServer.endStreams()
    }
}

/// Ends when the embedding code wants the server to stop, which ends the service group.
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
        ProgramPages.giveBack()
    }
}
