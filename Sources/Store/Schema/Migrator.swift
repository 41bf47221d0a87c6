package import SQL
package import SQLSyntax

/// Brings a database to the schema that a list of migrations describes, also when several processes start together.
///
/// Each migration is one transaction together with its record, so a process that is killed at any moment leaves the old schema or the new
/// one (I05).
struct Migrator: Sendable {
    private let migrations: [Migration]
    private let database: any Database

    /// Time limit of one migration, including the wait for another process that migrates.
    private static let timeLimit = Duration.seconds(600)
    /// The advisory lock of PostgreSQL that migrating processes take in turn; any constant that no other program uses.
    private static let lock: Int64 = 0x6761_7465_686f_7573

    /// - Parameter migrations: numbered from 1 without gaps within each domain.
    init(_ migrations: [Migration], on database: any Database) {
        self.migrations = migrations
        self.database = database
        var last: [String: Int] = [:]
        for migration in migrations {
            precondition(migration.number == last[migration.domain, default: 0] + 1, "migrations of \(migration.domain) are numbered from 1")
            last[migration.domain] = migration.number
        }
    }

    /// Runs the migrations that have not run yet, in the order of the list.
    /// - Throws: `StoreError` `newer_schema` or `changed_schema` before anything is changed.
    func run() async throws {
        let migrations = migrations
        let applied = try await database.write(.within(Self.timeLimit)) { connection in
            try Self.takeLock(on: connection)
            try Self.makeTable(on: connection)
            let applied = try Self.applied(on: connection)
            try Self.check(applied, against: migrations)
            return applied
        }
        for migration in migrations where applied[migration.key] == nil {
            try await database.write(.within(Self.timeLimit)) { connection in
                try Self.takeLock(on: connection)
                // Another process may have run it in the meantime.
                let applied = try Self.applied(on: connection)
                try Self.check(applied, against: migrations)
                if applied[migration.key] == nil { try Self.apply(migration, on: connection) }
            }
        }
    }

    private static func apply(_ migration: Migration, on connection: any Connection) throws {
        for statement in migration.statements(connection.dialect) { try connection.execute(statement) }
        try connection.execute(
            """
            INSERT INTO migrations (domain, number, name, applied_at)
            VALUES (\(migration.domain), \(migration.number), \(migration.name), \(Timestamp.now))
            """)
    }

    /// Takes the migration lock on PostgreSQL. SQLite has one writer: its write transactions begin with the lock.
    private static func takeLock(on connection: any Connection) throws {
        guard connection.dialect == .postgresql else { return }
        _ = try connection.first("SELECT pg_advisory_xact_lock(\(lock))") { _ in true }
    }

    private static func makeTable(on connection: any Connection) throws {
        let body: Statement = """
            domain \(type: .text) NOT NULL, number \(type: .id) NOT NULL, name \(type: .text) NOT NULL, applied_at \(type: .time) NOT NULL,
            PRIMARY KEY (domain, number)
            """
        try connection.execute(
            connection.dialect == .sqlite
                ? "CREATE TABLE IF NOT EXISTS migrations (\(body)) STRICT" : "CREATE TABLE IF NOT EXISTS migrations (\(body))")
    }

    static func hasTable(on connection: any Connection) throws -> Bool {
        let statement: Statement =
            connection.dialect == .sqlite
            ? "SELECT 1 FROM sqlite_schema WHERE name = 'migrations'" : "SELECT 1 WHERE to_regclass('migrations') IS NOT NULL"
        return try connection.first(statement) { _ in true } ?? false
    }

    private static func applied(on connection: any Connection) throws -> [Migration.Key: String] {
        let rows = try connection.all(of: "migrations", "SELECT domain, number, name FROM migrations") { row in
            (Migration.Key(domain: try row["domain", .text], number: try row["number", .int]), try row["name", .text])
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static func check(_ applied: [Migration.Key: String], against migrations: [Migration]) throws {
        let known = Dictionary(uniqueKeysWithValues: migrations.map { ($0.key, $0.name) })
        for (key, name) in applied.sorted(by: { ($0.key.domain, $0.key.number) < ($1.key.domain, $1.key.number) }) {
            guard let expected = known[key] else {
                throw StoreError(
                    .newerSchema,
                    "the database has the migration \(key.domain) \(key.number) '\(name)' of a newer program; upgrade this one"
                )
            }
            guard expected == name else {
                throw StoreError(
                    .changedSchema,
                    "the migration \(key.domain) \(key.number) ran as '\(name)' but is '\(expected)' here; restore the matching program")
            }
        }
    }
}

extension Migration {
    /// The identity of a migration.
    struct Key: Hashable, Sendable {
        let domain: String
        let number: Int
    }

    var key: Key { Key(domain: domain, number: number) }
}

/// One step of a domain's schema: append-only, run once, in the order of the composed list.
package struct Migration: Sendable {
    /// The domain whose tables it creates: `store`, `identity`, `catalog`, `access`.
    package let domain: String
    /// Counts from 1 within the domain.
    package let number: Int
    package let name: String
    /// The DDL for one dialect, with the column types of ``StorageType``.
    package let statements: @Sendable (Dialect) -> [Statement]

    package init(_ domain: String, _ number: Int, _ name: String, _ statements: @escaping @Sendable (Dialect) -> [Statement]) {
        self.domain = domain
        self.number = number
        self.name = name
        self.statements = statements
    }
}

extension Statement {
    /// `CREATE TABLE name (body)`, in SQLite as a `STRICT` table, so that a column holds only its declared type.
    package static func createTable(_ name: StaticString, _ body: Statement, for dialect: Dialect) -> Statement {
        let table = Identifier(name.description)
        return dialect == .sqlite ? "CREATE TABLE \(table) (\(body)) STRICT" : "CREATE TABLE \(table) (\(body))"
    }

    /// The column `id`: a primary key that the engine generates when absent, and never reuses, even after its row was removed.
    package static func generatedID(for dialect: Dialect) -> Statement {
        switch dialect {
        case .sqlite: "id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"
        case .postgresql: "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
        case .mysql: "id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY"
        }
    }
}
