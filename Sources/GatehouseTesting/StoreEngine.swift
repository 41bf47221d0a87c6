package import SQL

/// The engines that can hold our own state, as an argument of tests: every test of a store runs on each.
///
/// ```swift
/// @Test("a name is taken once", arguments: StoreEngine.allCases)
/// func names(engine: StoreEngine) async throws {
///     try await engine.withDatabase { database in … }
/// }
/// ```
package enum StoreEngine: String, CaseIterable, Sendable, CustomStringConvertible {
    case sqlite = "SQLite"
    case postgresql = "PostgreSQL"

    package var description: String { rawValue }

    /// Creates an empty database. It is removed when the last reference to the result is released.
    package func makeDatabase() async throws -> TestDatabase {
        switch self {
        case .sqlite: return try TestDatabase(in: TemporaryDirectory())
        case .postgresql:
            let server = try await PostgreSQLServer.shared()
            return try await blocking { try TestDatabase(on: server) }
        }
    }

    /// Runs `body` with a new empty database, which is then closed and removed.
    package func withDatabase<R>(_ body: (any Database) async throws -> R) async throws -> R {
        let made = try await makeDatabase()
        return try await made.withOpenDatabase(body)
    }
}
