import GatehouseTesting
import JSON
import SQL
import Testing

/// An empty MariaDB database of one test's own, with the `mariadb` client beside it to look at the effects.
struct MariaDBTestDatabase: Sendable {
    let server: MariaDBServer
    let name: String
    let database: MySQLDatabase

    static func with(
        connections: Int = 8, queueLength: Int = 64, schema: String = "", user: String = MariaDBServer.superuser,
        _ body: (MariaDBTestDatabase) async throws -> Void
    ) async throws {
        let server = try await MariaDBServer.shared()
        let name = try await blocking {
            let name = try server.makeDatabase()
            if !schema.isEmpty { try server.sql(schema, database: name) }
            return name
        }
        let database = try MySQLDatabase(
            url: DatabaseURL(parsing: server.url(database: name, user: user)), connections: connections, queueLength: queueLength)
        try await body(MariaDBTestDatabase(server: server, name: name, database: database))
        await database.close()
        try await blocking { try server.dropDatabase(name) }
    }

    @discardableResult
    func sql(_ sql: String) throws -> String { try server.sql(sql, database: name) }

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

    /// Waits until as many connections to this database run a statement with `text` in it.
    func waitForRunning(_ text: String, count: Int = 1) async throws {
        try await waitForSessions("info LIKE '%\(text)%'", count: count)
    }

    /// Waits until as many connections to this database fulfil a condition on the list of processes.
    func waitForSessions(_ condition: String, count: Int) async throws {
        let question = """
            SELECT count(*) FROM information_schema.processlist WHERE db = '\(name)' AND id <> connection_id() AND \(condition)
            """
        try await blocking { while try server.sql(question) != String(count) {} }
    }
}
