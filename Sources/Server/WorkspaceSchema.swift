import Catalog
import SQL
import Store

/// The PostgreSQL schema that holds a workspace's own tables, and the login that owns it.
struct WorkspaceSchema {
    let name: String

    /// How long PostgreSQL may take to look up or create the schema.
    private static let timeout = Duration.seconds(10)

    /// Creates the schema if it is missing.
    /// - Throws: `DatabaseError`. It is `denied`, with instructions for the operator, when the login may neither use nor create the schema.
    func ensure(on database: any Database) async throws {
        if try await isUsable(on: database) { return }
        do {
            _ = try await database.write(.within(Self.timeout)) { try $0.execute("CREATE SCHEMA \(Identifier(name))") }
        } catch let error as DatabaseError where error.code == .denied {
            throw DatabaseError(
                .denied,
                "the schema \(name) is missing and the login of --data-database may not make it: as an administrator of the database, "
                    + "CREATE SCHEMA \(name) AUTHORIZATION that login, or GRANT CREATE ON DATABASE to it", detail: error.detail)
        } catch let error as DatabaseError where error.code == .invalid || error.code == .constraint {
            // Another node created it at the same time.
            guard try await isUsable(on: database) else { throw error }
        }
    }

    /// Whether the login of `database` may create logins, so that each workspace can have its own.
    static func makesLogins(on database: any Database) async throws -> Bool {
        try await database.read(.within(timeout)) { connection in
            try connection.first("SELECT rolcreaterole OR rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user") { $0.bool(0) == true }
        } ?? false
    }

    /// Creates a login that owns the schema. A missing schema is created. In an existing one, the login becomes the owner of the tables
    /// that belong to the login of `database`.
    ///
    /// The login has no other rights than those of PUBLIC in the database.
    func ensure(_ login: WorkspaceLogin, on database: any Database) async throws {
        let (schema, role) = (Identifier(name), Identifier(login.name))
        let verifier = ScramVerifier.make(Secret(login.password.text))
        try await database.write(.within(Self.timeout)) { [name] connection in
            // The lock makes the nodes take turns.
            _ = try connection.first("SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('gatehouse workspace', 0))") { _ in true }
            let isThere = try connection.first("SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = \(login.name)") { _ in true } ?? false
            let attributes: Statement = "LOGIN PASSWORD \(literal: .text(verifier))"
            try connection.execute(isThere ? "ALTER ROLE \(role) \(attributes)" : "CREATE ROLE \(role) \(attributes)")
            // PostgreSQL lets a role change the owner only to a role of which it is a member.
            try connection.execute("GRANT \(role) TO CURRENT_USER")
            let hasSchema = try connection.first("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = \(name)") { _ in true } ?? false
            if !hasSchema {
                try connection.execute("CREATE SCHEMA \(schema) AUTHORIZATION \(role)")
                return
            }
            try connection.execute("GRANT USAGE, CREATE ON SCHEMA \(schema) TO \(role)")
            for (table, kind) in try Self.owned(in: name, connection) {
                let qualifiedName: Statement = "\(schema).\(Identifier(table))"
                switch kind {
                case "S": try connection.execute("ALTER SEQUENCE \(qualifiedName) OWNER TO \(role)")
                case "v": try connection.execute("ALTER VIEW \(qualifiedName) OWNER TO \(role)")
                case "m": try connection.execute("ALTER MATERIALIZED VIEW \(qualifiedName) OWNER TO \(role)")
                default: try connection.execute("ALTER TABLE \(qualifiedName) OWNER TO \(role)")
                }
            }
        }
    }

    /// The tables, views and unattached sequences in the schema that belong to the session's login.
    private static func owned(in schema: String, _ connection: any Connection) throws -> [(String, String)] {
        try connection.all(
            """
            SELECT c.relname, c.relkind::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = \(schema) AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_catalog.pg_get_userbyid(c.relowner) = current_user
                AND NOT EXISTS (
                    SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = c.oid
                        AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
            """
        ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    }

    /// Whether the schema exists and can be used.
    /// - Returns: false when the schema does not exist.
    /// - Throws: `DatabaseError` `denied` when the login may not use it.
    func isUsable(on database: any Database) async throws -> Bool {
        let usable = try await database.read(.within(Self.timeout)) { connection in
            try connection.first(
                "SELECT pg_catalog.has_schema_privilege(oid, 'USAGE') FROM pg_catalog.pg_namespace WHERE nspname = \(name)"
            ) { $0.bool(0) == true }
        }
        guard usable != false else {
            throw DatabaseError(
                .denied,
                "the login of --data-database may not use the schema \(name): as its owner, GRANT USAGE ON SCHEMA \(name) to that login")
        }
        return usable == true
    }
}
