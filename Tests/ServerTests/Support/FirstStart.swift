import Foundation
import GatehouseTesting
import Server
import Store

/// The data folder of a server after its first start, made once and copied for each test: migrations and the first password cost more than most tests.
final class FirstStart: Sendable {
    private let original = Task.detached {
        let directory = try TemporaryDirectory()
        let resolved = try ResolvedSettings(flags: [.data: directory.path(of: "data")], environment: [:], file: nil)
        let log = open(directory.path(of: "log"), O_CREAT | O_WRONLY, 0o600)
        defer { close(log) }
        let composition = try await Composition.open(try Settings(resolved), resolved, as: .server, log: LogSink(descriptor: log))
        await composition.close()
        return (directory, composition.firstPassword?.text)
    }

    /// - Returns: the password of `built-in/admin`.
    func copy(to directory: TemporaryDirectory) async throws -> String? {
        let (first, password) = try await original.value
        try FileManager.default.copyItem(atPath: first.path(of: "data"), toPath: directory.path(of: "data"))
        return password
    }
}
