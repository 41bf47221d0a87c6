import Foundation
package import SQL

/// An empty database on one engine for one test. It is removed when the last reference is released.
package final class TestDatabase: Sendable {
    private enum Storage {
        case file(TemporaryDirectory)
        case postgreSQL(PostgreSQLServer, name: String)
        case mariaDB(MariaDBServer, name: String)
    }

    private let storage: Storage

    init(in directory: TemporaryDirectory) { storage = .file(directory) }

    init(on server: PostgreSQLServer) throws { storage = .postgreSQL(server, name: try server.makeDatabase(named: "store")) }

    init(on server: MariaDBServer) throws { storage = .mariaDB(server, name: try server.makeDatabase(named: "data")) }

    /// A copy of `original`, which must have no connections.
    init(copying original: TestDatabase) throws {
        switch original.storage {
        case .file(let directory):
            let own = try TemporaryDirectory()
            try FileManager.default.copyItem(atPath: directory.path(of: "store.db"), toPath: own.path(of: "store.db"))
            storage = .file(own)
        case .postgreSQL(let server, let name): storage = .postgreSQL(server, name: try server.makeDatabase(named: "store", template: name))
        case .mariaDB: throw FixtureError("copying is not supported on MariaDB")
        }
    }

    deinit {
        // A database that cannot be dropped is removed with its server.
        switch storage {
        case .file: break
        case .postgreSQL(let server, let name): try? server.dropDatabase(name)
        case .mariaDB(let server, let name): try? server.dropDatabase(name)
        }
    }

    /// The URL, as an operator would configure it.
    package var url: String {
        switch storage {
        case .file(let directory): "sqlite://\(directory.path(of: "store.db"))"
        case .postgreSQL(let server, let name): server.url(database: name)
        case .mariaDB(let server, let name): server.url(database: name)
        }
    }

    /// Opens the database; the caller closes it. A further call simulates another process or node.
    package func open() throws -> any Database {
        switch storage {
        case .file(let directory): try SQLiteDatabase(path: directory.path(of: "store.db"))
        case .postgreSQL: try PostgreSQLDatabase(url: DatabaseURL(parsing: url))
        case .mariaDB: try MySQLDatabase(url: DatabaseURL(parsing: url))
        }
    }
}
