import Access
import Catalog
import Foundation
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Store
import Synchronization
import Testing

/// A world whose source `dw` is a separate database: a file, or one on a server, with an unrestricted or a read-only login.
struct GuardedSource: Sendable {
    /// The server, and the rights of the login.
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case sqlite, postgreSQLSuperuser, postgreSQLReader, mariaDBSuperuser, mariaDBReader

        static let postgreSQL: [Kind] = [.postgreSQLSuperuser, .postgreSQLReader]
        static let mariaDB: [Kind] = [.mariaDBSuperuser, .mariaDBReader]

        var testDescription: String { rawValue }
        var isPostgreSQL: Bool { Kind.postgreSQL.contains(self) }
        var isMariaDB: Bool { Kind.mariaDB.contains(self) }
        fileprivate var readsOnly: Bool { self == .postgreSQLReader || self == .mariaDBReader }
    }

    let world: World
    /// Runs SQL as the server's superuser and returns rows as text.
    let sql: @Sendable (String) throws -> String
    /// A number that differs as soon as anything in the database does.
    let hash: @Sendable () throws -> String

    /// - Parameters:
    ///   - script: makes the tables, run by the superuser.
    ///   - maximumCost: the source's ceiling.
    static func with(_ kind: Kind, script: String, maximumCost: Int64? = nil, _ body: (GuardedSource) async throws -> Void) async throws {
        let place = try await kind == .sqlite ? sqlite(script) : kind.isPostgreSQL ? postgreSQL(kind, script) : mariaDB(kind, script)
        let world = try await World()
        let url = try DatabaseURL(parsing: place.url)
        _ = try await world.sources.add(NewDataSource(name: "dw", url: url, maximumCost: maximumCost), in: World.workspace.id, trust: .operator)
        try await body(GuardedSource(world: world, sql: place.sql, hash: place.hash))
        await world.close()
        try await blocking { try place.drop() }
    }

    /// All rows of a statement that the guard accepts for callers with these roles; it throws ``Refusal``.
    func rows(_ text: String, _ roles: [String] = ["admin"]) async throws -> [[String]] {
        let read = try await world.gate.prepare(text, grant: World.grant(roles), source: "dw", World.bounds)
        return try await read.run(into: [[String]](), limits: RowLimits(maximumRows: 1_000), World.bounds, columns: { _, _ in }) { rows, row in
            rows.append((0..<row.columnCount).map { row.text($0) ?? "NULL" })
            return .more
        }.result
    }

    /// Expects every statement to be refused, and the database to be as it was.
    func refuses(_ statements: [String], _ roles: [String] = ["admin"], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let before = try hash()
        for text in statements {
            let refused = try await refusal { try await rows(text, roles) }
            #expect(
                [.forbidden, .invalidArgument].contains(refused?.code), "\(text): \(refused?.reason ?? "accepted")", sourceLocation: sourceLocation)
        }
        let after = try hash()
        #expect(after == before, sourceLocation: sourceLocation)
    }

    private struct Place: Sendable {
        let url: String
        let sql: @Sendable (String) throws -> String
        let hash: @Sendable () throws -> String
        let drop: @Sendable () throws -> Void
    }

    private static func sqlite(_ script: String) async throws -> Place {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "dw.db")
        let database = try SQLiteDatabase(path: path, options: SQLiteOptions(usesWriteAheadLog: false))
        let run: @Sendable (String) throws -> String = { script in
            let done = DispatchSemaphore(value: 0)
            let failure = Mutex<(any Error)?>(nil)
            Task {
                do {
                    try await database.write(World.bounds) { connection in
                        for text in script.split(separator: ";") where !text.allSatisfy(\.isWhitespace) {
                            try connection.execute(Statement(verbatim: String(text)))
                        }
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
                done.signal()
            }
            done.wait()
            if let failure = failure.withLock({ $0 }) { throw failure }
            return ""
        }
        _ = try await blocking { try run(script) }
        return Place(
            url: "sqlite://\(path)", sql: run,
            hash: {
                let files = try directory.contents().filter { !$0.hasSuffix("-shm") }
                return try files.map { "\($0) \(try Data(contentsOf: URL(fileURLWithPath: directory.path(of: $0))).hashValue)" }.joined(
                    separator: ";")
            }, drop: {})
    }

    private static func postgreSQL(_ kind: Kind, _ script: String) async throws -> Place {
        let server = try await PostgreSQLServer.shared()
        let name = try server.makeDatabase(named: "guard")
        _ = try server.psql(script, database: name)
        if kind.readsOnly {
            try server.makeRole("\(name)_reader", attributes: "NOSUPERUSER NOCREATEDB NOCREATEROLE")
            _ = try server.psql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO \"\(name)_reader\"", database: name)
        }
        let hash = """
            SELECT md5(string_agg(part, ';' ORDER BY part)) FROM (
            SELECT query_to_xml(format('SELECT * FROM %s ORDER BY 1', oid::regclass), true, true, '')::text AS part
            FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
            UNION ALL SELECT relname || relkind::text FROM pg_class WHERE relnamespace::regnamespace::text NOT LIKE 'pg_toast%'
            UNION ALL SELECT rolname FROM pg_roles WHERE rolname LIKE '\(name)%' UNION ALL SELECT proname FROM pg_proc
            UNION ALL SELECT 'large object ' || oid FROM pg_largeobject_metadata) AS everything
            """
        return Place(
            url: kind.readsOnly ? server.url(database: name, user: "\(name)_reader") : server.url(database: name),
            sql: { try server.psql($0, database: name) }, hash: { try server.psql(hash, database: name) }, drop: { try server.dropDatabase(name) })
    }

    private static func mariaDB(_ kind: Kind, _ script: String) async throws -> Place {
        let server = try await MariaDBServer.shared()
        let name = try server.makeDatabase(named: "guard")
        _ = try server.sql(script, database: name)
        if kind.readsOnly { try server.makeUser("\(name)_reader", grants: "SELECT ON `\(name)`.*") }
        return Place(
            url: kind.readsOnly ? server.url(database: name, user: "\(name)_reader") : server.url(database: name),
            sql: { try server.sql($0, database: name) },
            hash: {
                let tables = try server.sql("SHOW FULL TABLES WHERE table_type = 'BASE TABLE'", database: name).split(separator: "\n")
                    .compactMap { $0.split(separator: "\t").first }
                let sums = try tables.map { try server.sql("CHECKSUM TABLE `\($0)`", database: name) }
                return try server.sql(
                    """
                    SELECT group_concat(table_name ORDER BY table_name), (SELECT count(*) FROM information_schema.routines WHERE routine_schema = '\(name)'),
                    (SELECT count(*) FROM mysql.global_priv WHERE user LIKE '\(name)%'), @@GLOBAL.max_error_count,
                    (SELECT count(*) FROM mysql.func WHERE name LIKE 'gatehouse%')
                    FROM information_schema.tables WHERE table_schema = '\(name)'
                    """, database: name) + sums.joined(separator: ";")
            }, drop: { try server.dropDatabase(name) })
    }
}
