import GatehouseTesting
import JSON
import SQL
import Testing

/// An empty PostgreSQL database of one test's own, with `psql` beside it to look at the effects.
struct PostgreSQLTestDatabase: Sendable {
    let server: PostgreSQLServer
    let name: String
    let database: PostgreSQLDatabase

    static func with(
        connections: Int = 8, queueLength: Int = 64, resetsAfterUse: Bool = false, schema: String = "", user: String = PostgreSQLServer.superuser,
        _ body: (PostgreSQLTestDatabase) async throws -> Void
    ) async throws {
        let server = try await PostgreSQLServer.shared()
        let name = try await blocking {
            let name = try server.makeDatabase()
            if !schema.isEmpty { try server.psql(schema, database: name) }
            return name
        }
        let database = try PostgreSQLDatabase(
            url: DatabaseURL(parsing: server.url(database: name, user: user, parameters: "connect_timeout=60")), connections: connections,
            queueLength: queueLength,
            resetsAfterUse: resetsAfterUse)
        try await body(PostgreSQLTestDatabase(server: server, name: name, database: database))
        await database.close()
        try await blocking { try server.dropDatabase(name) }
    }

    @discardableResult
    func psql(_ sql: String) throws -> String { try server.psql(sql, database: name) }

    /// The first row of a statement, as JSON.
    func json(_ statement: Statement) async throws -> String {
        try await database.read(.minute) { connection in
            try connection.first(statement) { row in
                var writer = JSONWriter()
                writer.array { writer in for index in 0..<row.columnCount { row.write(index, to: &writer) } }
                return String(decoding: writer.bytes, as: UTF8.self)
            } ?? "no row"
        }
    }

    /// Waits until the server runs as many statements of this database with `text` in them.
    func waitForRunning(_ text: String, count: Int = 1) async throws {
        try await waitForSessions("state = 'active' AND query LIKE '%\(text)%'", count: count)
    }

    /// Waits, inside the server, until as many other sessions of this database fulfil a condition on `pg_stat_activity`.
    func waitForSessions(_ condition: String, count: Int) async throws {
        let wait = """
            DO $$ BEGIN
                WHILE \(count) <> (
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND \(condition)
                ) LOOP
                    PERFORM pg_sleep(0.01);
                    PERFORM pg_stat_clear_snapshot();
                END LOOP;
            END $$
            """
        try await blocking { _ = try psql(wait) }
    }
}

extension CallBounds {
    /// More than any test needs.
    static var minute: CallBounds { .within(.seconds(60)) }
}

/// The error of a call that must fail; nil, and an issue, when it did not.
func databaseError<R>(_ body: () async throws -> R, sourceLocation: SourceLocation = #_sourceLocation) async -> DatabaseError? {
    do {
        _ = try await body()
        Issue.record("no error was thrown", sourceLocation: sourceLocation)
    } catch let error as DatabaseError {
        return error
    } catch {
        Issue.record("not a database error: \(error)", sourceLocation: sourceLocation)
    }
    return nil
}
