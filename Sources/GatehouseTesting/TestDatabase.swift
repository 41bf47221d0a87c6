package import SQL

/// An empty database on one engine, for one test; it is removed with the last reference.
package final class TestDatabase: Sendable {
    private enum Place {
        case file(TemporaryDirectory)
        case server(PostgreSQLServer, name: String)
    }

    private let place: Place

    init(in directory: TemporaryDirectory) { place = .file(directory) }

    init(on server: PostgreSQLServer) throws { place = .server(server, name: try server.makeDatabase(named: "store")) }

    deinit {
        // A database that cannot be dropped goes with its server.
        if case .server(let server, let name) = place { try? server.dropDatabase(name) }
    }

    /// Its address, as an operator would give it.
    package var url: String {
        switch place {
        case .file(let directory): "sqlite://\(directory.path(of: "store.db"))"
        case .server(let server, let name): server.url(database: name, parameters: "connect_timeout=60")
        }
    }

    /// Opens it; once more to stand for another process or node on the same database. Whoever opens it closes it.
    package func open() throws -> any Database {
        switch place {
        case .file(let directory): try SQLiteDatabase(path: directory.path(of: "store.db"))
        case .server: try PostgreSQLDatabase(url: DatabaseURL(parsing: url))
        }
    }
}
