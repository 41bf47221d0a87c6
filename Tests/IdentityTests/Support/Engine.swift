import GatehouseTesting
import Testing
import SQL

/// The engines that hold the state: every scenario runs on each.
enum Engine: String, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgresql

    var testDescription: String { rawValue }
}

/// An empty database of one test's own, which several stores can open as several processes would.
struct Place: Sendable {
    private let engine: Engine
    /// Where the SQLite file lies; empty on PostgreSQL.
    let directory: TemporaryDirectory
    private let address: String

    init(_ engine: Engine) async throws {
        self.engine = engine
        directory = try TemporaryDirectory()
        switch engine {
        case .sqlite: address = directory.path(of: "state.sqlite")
        case .postgresql:
            let server = try await PostgreSQLServer.shared()
            address = server.url(database: try server.makeDatabase(named: "identity"))
        }
    }

    func open() throws -> any Database {
        switch engine {
        case .sqlite: try SQLiteDatabase(path: address, options: SQLiteOptions(synchronous: .normal))
        case .postgresql: try PostgreSQLDatabase(url: DatabaseURL(parsing: address), connections: 2)
        }
    }
}
