import GatehouseTesting
import SQL
import SQLSyntax

/// A server of the fixtures, whichever engine it runs.
protocol DatabaseServer: AnyObject, Sendable {
    var port: Int { get }
    func start() throws
    /// Ends every connection at once, as a crash would.
    func stop() throws
    /// Connections stay open and nothing answers.
    func freeze() throws
    func thaw() throws
    func makeDatabase(named prefix: String) throws -> String
    func dropDatabase(_ name: String) throws
    func url(database: String, user: String, password: String, parameters: String) -> String
    /// Runs SQL with the engine's own client.
    @discardableResult
    func sql(_ sql: String, database: String) throws -> String
}

extension PostgreSQLServer: DatabaseServer {
    func makeDatabase(named prefix: String) throws -> String { try makeDatabase(named: prefix, template: "template1") }

    @discardableResult
    func sql(_ sql: String, database: String) throws -> String { try psql(sql, database: database) }
}

extension MariaDBServer: DatabaseServer {}

extension DataEngine {
    /// The engines that are servers.
    static let servers: [DataEngine] = [.postgresql, .mariadb]

    /// The server that all tests of the process share; SQLite has none.
    func shared() async throws -> any DatabaseServer {
        switch self {
        case .sqlite: preconditionFailure("SQLite is no server")
        case .postgresql: try await PostgreSQLServer.shared()
        case .mariadb: try await MariaDBServer.shared()
        }
    }

    /// The database that every server has.
    var firstDatabase: String { self == .mariadb ? "mysql" : "postgres" }

    /// A driver for an address.
    func database(_ address: String, connections: Int = 8, queueLength: Int = 64, resetsAfterUse: Bool = false) throws -> any Database {
        let url = try DatabaseURL(parsing: address)
        return switch self {
        case .sqlite: try SQLiteDatabase(path: url.database)
        case .postgresql:
            try PostgreSQLDatabase(url: url, connections: connections, queueLength: queueLength, resetsAfterUse: resetsAfterUse)
        case .mariadb: try MySQLDatabase(url: url, connections: connections, queueLength: queueLength)
        }
    }
}
