package import SQL
package import Store

extension DataSources {
    /// What the login of a source can do that a reader should not, in sentences; empty where there are no logins.
    package func loginWarnings(_ name: String, in workspace: WorkspaceID, _ bounds: CallBounds) async throws(CatalogError) -> [String] {
        let source = try await open(name, in: workspace)
        do {
            switch source.database.dialect {
            case .sqlite: return []
            case .postgresql: return try await Self.postgreSQLWarnings(source.database, bounds)
            case .mysql: return try await Self.mySQLWarnings(source.database, bounds)
            }
        } catch {
            throw CatalogError(error, source: name)
        }
    }

    private static func postgreSQLWarnings(_ database: any Database, _ bounds: CallBounds) async throws -> [String] {
        try await database.read(bounds) { connection in
            try connection.first(
                """
                SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
                pg_has_role('pg_execute_server_program', 'MEMBER'), pg_has_role('pg_write_server_files', 'MEMBER'),
                pg_has_role('pg_read_server_files', 'MEMBER') FROM pg_roles WHERE rolname = current_user
                """
            ) { row in
                powers.enumerated().compactMap { row.bool($0) == true ? warning($1) : nil }
            } ?? []
        }
    }

    /// What the whole server's rights give the login, its default role's among them.
    private static func mySQLWarnings(_ database: any Database, _ bounds: CallBounds) async throws -> [String] {
        try await database.read(bounds) { connection in
            let held = try connection.all("SELECT DISTINCT privilege_type FROM information_schema.user_privileges") { $0.text(0) ?? "" }
            return mySQLPowers.filter { held.contains($0.privilege) }.map { warning($0.words) }
        }
    }

    private static func warning(_ power: String) -> String { "the login \(power): use one that can only read what is meant" }

    private static let mySQLPowers: [(privilege: String, words: String)] = [
        ("SUPER", "is a superuser"), ("CREATE USER", "can make users"), ("FILE", "can read and write files on the server"),
        ("PROCESS", "can see the statements of others"), ("SHUTDOWN", "can stop the server"), ("RELOAD", "can reload the server"),
        ("REPLICATION SLAVE", "can replicate"), ("DROP", "can drop every database"),
    ]

    /// In the order of the columns asked for.
    private static let powers = [
        "is a superuser", "can make roles", "can make databases", "can replicate", "passes row security", "can run programs on the server",
        "can write files on the server", "can read files on the server",
    ]
}
