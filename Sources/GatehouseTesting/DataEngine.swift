package import SQL

/// The engines of data sources, as a test argument: records and filters work the same on each.
package enum DataEngine: String, CaseIterable, Sendable, CustomStringConvertible {
    case sqlite = "SQLite"
    case postgresql = "PostgreSQL"
    case mariadb = "MariaDB"

    package var description: String { rawValue }

    /// Creates an empty database. It is removed when the last reference to the result is released.
    package func makeDatabase() async throws -> TestDatabase {
        switch self {
        case .sqlite: return try await StoreEngine.sqlite.makeDatabase()
        case .postgresql: return try await StoreEngine.postgresql.makeDatabase()
        case .mariadb:
            let server = try await MariaDBServer.shared()
            return try await blocking { try TestDatabase(on: server) }
        }
    }

    /// Runs `body` with a new empty database, which is then closed and removed.
    package func withDatabase<R>(_ body: (any Database) async throws -> R) async throws -> R {
        let testDatabase = try await makeDatabase()
        return try await testDatabase.withOpenDatabase(body)
    }
}

extension Database {
    /// Runs statements that create and fill tables, in one transaction if DDL is transactional.
    package func setUp(_ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        try await define(.within(.seconds(60)), body)
    }
}

extension TestDatabase {
    /// Runs `body` with the database open, and closes it.
    package func withOpenDatabase<R>(_ body: (any Database) async throws -> R) async throws -> R {
        let database = try open()
        do {
            let result = try await body(database)
            await database.close()
            return result
        } catch {
            await database.close()
            throw error
        }
    }
}
