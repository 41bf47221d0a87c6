import GatehouseTesting
import JSON
import SQLSyntax

@testable import SQL

/// An empty database of one test's own, with the engine's own client beside it to look at the effects.
struct DriverDatabase: Sendable {
    let engine: DataEngine
    /// On its server; empty for a file.
    let name: String
    let database: any Database
    private let client: @Sendable (String) throws -> String

    /// - Parameters:
    ///   - connections: and `queueLength`: of the driver's pool; SQLite has its own.
    ///   - resetsAfterUse: for PostgreSQL, whose sessions otherwise keep prepared statements.
    ///   - schema: run first, by the client.
    static func with(
        _ engine: DataEngine, connections: Int = 8, queueLength: Int = 64, resetsAfterUse: Bool = false, schema: String = "", user: String? = nil,
        _ body: (DriverDatabase) async throws -> Void
    ) async throws {
        guard engine != .sqlite else { return try await file(schema, body) }
        let server = try await engine.shared()
        let name = try await blocking {
            let name = try server.makeDatabase(named: "test")
            if !schema.isEmpty { try server.sql(schema, database: name) }
            return name
        }
        let url = server.url(database: name, user: user ?? "gatehouse", password: "gatehouse", parameters: "connect_timeout=60")
        let database = try engine.database(url, connections: connections, queueLength: queueLength, resetsAfterUse: resetsAfterUse)
        try await body(DriverDatabase(engine: engine, name: name, database: database) { try server.sql($0, database: name) })
        await database.close()
        try await blocking { try server.dropDatabase(name) }
    }

    /// - Parameter client: runs SQL and gives the rows as text.
    init(engine: DataEngine, name: String, database: any Database, _ client: @escaping @Sendable (String) throws -> String) {
        self.engine = engine
        self.name = name
        self.database = database
        self.client = client
    }

    /// The client of a file is a connection of its own, without a pool.
    private static func file(_ schema: String, _ body: (DriverDatabase) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "test.db")
        let database = try SQLiteDatabase(path: path)
        let test = DriverDatabase(engine: .sqlite, name: "", database: database) { script in
            let connection = try SQLiteConnection.open(try SQLitePath(path), SQLiteOptions(), role: .writer)
            return try script.split(separator: ";").filter { !$0.allSatisfy(\.isWhitespace) }.flatMap { text in
                try connection.all(Statement(verbatim: String(text))) { row in (0..<row.columnCount).map { row.text($0) ?? "" }.joined(separator: "|")
                }
            }.joined(separator: "\n")
        }
        if !schema.isEmpty { try test.sql(schema) }
        try await body(test)
        await database.close()
        // The folder goes with its last reference.
        _ = try directory.contents()
    }

    /// Runs SQL past the driver.
    @discardableResult
    func sql(_ sql: String) throws -> String { try client(sql) }

    /// The first row of a statement, as JSON.
    func json(_ statement: Statement) async throws -> String {
        try await database.read(.minute) { connection in
            try connection.first(statement) { row in
                var writer = JSONWriter()
                try writer.array { writer in for index in 0..<row.columnCount { try row.write(index, to: &writer) } }
                return String(decoding: writer.bytes, as: UTF8.self)
            } ?? "no row"
        }
    }

    /// Waits until the server runs as many statements of this database with `text` in them. A file has no server to ask.
    func waitForRunning(_ text: String, count: Int = 1) async throws {
        switch engine {
        case .sqlite: return
        case .postgresql: try await waitForSessions("state = 'active' AND query LIKE '%\(text)%'", count: count)
        case .mariadb: try await waitForSessions("info LIKE '%\(text)%'", count: count)
        }
    }

    /// Waits until as many other sessions of this database fulfil a condition on the engine's own list of them.
    func waitForSessions(_ condition: String = "true", count: Int) async throws {
        switch engine {
        case .sqlite: return
        case .postgresql:
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
            try await blocking { _ = try sql(wait) }
        case .mariadb:
            let question = """
                DO SLEEP(0.02); SELECT count(*) FROM information_schema.processlist WHERE db = '\(name)' AND id <> connection_id() AND \(condition)
                """
            try await blocking { while try sql(question) != String(count) {} }
        }
    }
}

extension Result where Failure == any Error {
    /// The result or error of `body`.
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
