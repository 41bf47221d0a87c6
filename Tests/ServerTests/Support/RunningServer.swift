import Foundation
import GatehouseTesting
import SQL
import Server
import Store
import Synchronization

/// A whole server on a port of its own with a data folder of its own, as `gatehouse serve` runs it.
struct RunningServer: Sendable {
    let composition: Composition
    let url: String
    /// Of the question server, where the settings have one.
    let questionURL: String?
    let directory: TemporaryDirectory
    /// Of the first user, unless the settings give one.
    let adminPassword: String
    /// Tells the server to stop, as a signal does.
    let stop: @Sendable () -> Void

    var port: UInt16 { UInt16(url.split(separator: ":").last ?? "") ?? 0 }
    var questionPort: UInt16 { UInt16(questionURL?.split(separator: ":").last ?? "") ?? 0 }
    /// The server's address for clients.
    var host: String { "127.0.0.1:\(port)" }

    /// Runs `body` beside the server, which is stopped and closed afterwards.
    /// - Parameter settings: beside a temporary data folder and any free port of loopback.
    static func run(
        _ settings: [SettingKey: String] = [:], limits: ConnectionLimits = ConnectionLimits(),
        notice: @escaping @Sendable () async throws -> Void = {}, _ body: @escaping @Sendable (RunningServer) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let isUsual = settings.keys.allSatisfy { ![.data, .database, .adminPassword].contains($0) }
        let password = try await isUsual ? firstStart.copy(to: directory) : nil
        let flags = settings.merging([.data: directory.path(of: "data"), .port: "0", .askPort: "off"]) { given, _ in given }
        let resolved = try ResolvedSettings(flags: flags, environment: [:], file: nil)
        let log = open(directory.path(of: "log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
        defer { close(log) }
        let composition = try await Composition.open(try Settings(resolved), resolved, as: .server, log: LogSink(descriptor: log))
        let outcome = await Result { try await serve(composition, directory, password, limits, notice, body) }
        await composition.close()
        try outcome.get()
    }

    private static func serve(
        _ composition: Composition, _ directory: TemporaryDirectory, _ password: String?, _ limits: ConnectionLimits,
        _ notice: @escaping @Sendable () async throws -> Void, _ body: @escaping @Sendable (RunningServer) async throws -> Void
    ) async throws {
        let (urls, announcement) = AsyncStream.makeStream(of: (String, String?).self)
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { announcement.finish() }
                try await ServeService.run(composition, limits: limits, notice: notice) {
                    for await _ in stops {}
                } ready: {
                    announcement.yield(($0, $1))
                }
            }
            var iterator = urls.makeAsyncIterator()
            let outcome = await Result {
                guard let (url, questionURL) = await iterator.next() else { return }
                let password = password ?? composition.firstPassword?.text ?? ""
                try await body(
                    RunningServer(
                        composition: composition, url: url, questionURL: questionURL, directory: directory, adminPassword: password,
                        stop: { stop.finish() }))
            }
            stop.finish()
            try await group.waitForAll()
            try outcome.get()
        }
    }

    /// Makes every wait after wrong guesses an hour long, so that refusals do not depend on the speed of the machine.
    func prolongWaits() async throws {
        try await composition.store.write(changesRights: false) { connection in
            try connection.execute("UPDATE attempts SET next_at = \(Timestamp.now + .seconds(3_600)) WHERE attempts >= 5")
        }
    }

    private static let firstStart = FirstStart()

    /// Everything that was logged up to this moment.
    func log() throws -> String {
        composition.log.flush()
        return try String(contentsOfFile: directory.path(of: "log"), encoding: .utf8)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
