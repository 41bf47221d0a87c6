import SQL

/// An action that a reading login must not be able to perform. It is tried and has no lasting effect.
struct ForbiddenAction: Sendable {
    let finding: LoginFinding
    let statement: Statement
    /// Beginnings of engine errors, such as `1086 `, that prove the right although the action fails. Empty if only success proves it.
    let provedBy: [String]

    init(_ severity: LoginFinding.Severity, _ power: String, _ statement: Statement, provedBy: [String] = []) {
        finding = LoginFinding(severity: severity, power: power)
        self.statement = statement
        self.provedBy = provedBy
    }

    /// A name that no object has.
    static func freshName() -> Identifier { Identifier("gatehouse_check_" + String(UInt64.random(in: .min ... .max), radix: 36)) }

    /// Whether the login can perform the action.
    /// - Parameter run: runs the statement in its own call and undoes it.
    /// - Throws: errors that do not depend on rights: the database is down, or the deadline passed.
    func succeeds(_ run: (Statement) async throws -> Void) async throws -> Bool {
        do {
            try await run(statement)
            return true
        } catch let error as DatabaseError {
            switch error.code {
            case .unavailable, .timeout, .cancelled, .busy: throw error
            default: return provedBy.contains { error.detail.hasPrefix($0) }
            }
        }
    }
}

extension ForbiddenAction {
    /// MySQL and MariaDB commit DDL implicitly, so each action is one that changes nothing even if it is allowed: its object already
    /// exists, or does not exist at all.
    /// - Parameter database: the database in the address.
    static func mySQL(database: String) -> [ForbiddenAction] {
        let name = freshName()
        let own = Identifier(database)
        return [
            ForbiddenAction(.server, "can read and write files on the server", "SELECT 1 INTO OUTFILE '/dev/null'", provedBy: ["1086 ", "1290 "]),
            ForbiddenAction(.server, "can change settings of the server", "SET GLOBAL max_error_count = @@GLOBAL.max_error_count"),
            ForbiddenAction(.server, "can make users", "CREATE USER IF NOT EXISTS CURRENT_USER()", provedBy: ["1396 "]),
            ForbiddenAction(.server, "can read password hashes", "SELECT 1 FROM mysql.user LIMIT 0"),
            ForbiddenAction(
                .server, "can load libraries into the server", "CREATE FUNCTION \(name) RETURNS STRING SONAME 'gatehouse_check.none'",
                provedBy: ["1126 "]),
            ForbiddenAction(.server, "can stop replication from seeing its changes", "SET SESSION sql_log_bin = @@SESSION.sql_log_bin"),
            ForbiddenAction(.structure, "can make databases", "CREATE DATABASE IF NOT EXISTS \(own)"),
            ForbiddenAction(.structure, "can drop tables", "DROP TABLE IF EXISTS \(own).\(name)"),
            ForbiddenAction(.structure, "can change tables", "ALTER TABLE \(own).\(name) COMMENT = ''", provedBy: ["1146 "]),
            ForbiddenAction(.structure, "can drop views", "DROP VIEW IF EXISTS \(own).\(name)"),
            ForbiddenAction(.structure, "can make temporary tables", "CREATE TEMPORARY TABLE \(own).\(name) (a int)"),
        ]
    }

    /// Every right that the login holds, on the whole server, a database or a table.
    static let mySQLQuestion: Statement = """
        SELECT privilege_type FROM information_schema.user_privileges UNION SELECT privilege_type FROM information_schema.schema_privileges
        UNION SELECT privilege_type FROM information_schema.table_privileges
        """

    /// Rights that permit actions which would leave a trace.
    static let mySQLPowers: [(privilege: String, severity: LoginFinding.Severity, power: String)] = [
        ("SUPER", .server, "is a superuser"), ("CREATE USER", .server, "can make users"),
        ("FILE", .server, "can read and write files on the server"), ("PROCESS", .server, "can see the statements of others"),
        ("SHUTDOWN", .server, "can stop the server"), ("RELOAD", .server, "can reload the server"),
        ("REPLICATION SLAVE", .server, "can replicate"), ("CONNECTION ADMIN", .server, "can end the sessions of others"),
        ("CREATE", .structure, "can make tables"), ("DROP", .structure, "can drop tables"), ("ALTER", .structure, "can change tables"),
        ("CREATE VIEW", .structure, "can make views"), ("CREATE ROUTINE", .structure, "can make functions"),
        ("TRIGGER", .structure, "can make triggers"), ("EVENT", .structure, "can make events"),
        ("CREATE TEMPORARY TABLES", .structure, "can make temporary tables"), ("LOCK TABLES", .structure, "can lock tables"),
        ("INSERT", .rows, "can insert rows"), ("UPDATE", .rows, "can update rows"), ("DELETE", .rows, "can delete rows"),
        ("EXECUTE", .rows, "can call functions that were made in the database"),
    ]
}

extension ForbiddenAction {
    /// Each action runs in its own writing transaction, which is rolled back.
    static func postgreSQL() -> [ForbiddenAction] {
        let name = freshName()
        return [
            ForbiddenAction(.server, "can run programs on the server", "COPY (SELECT 1 WHERE false) TO PROGRAM 'true'"),
            ForbiddenAction(.server, "can write files on the server", "COPY (SELECT 1 WHERE false) TO '/dev/null'"),
            ForbiddenAction(.server, "can read files on the server", "SELECT pg_catalog.pg_read_file('/dev/null', 0, 1)"),
            ForbiddenAction(.server, "can read files on the server", "SELECT pg_catalog.pg_ls_dir('.')"),
            ForbiddenAction(.server, "can read password hashes", "SELECT rolpassword FROM pg_catalog.pg_authid LIMIT 0"),
            ForbiddenAction(.server, "can make roles", "CREATE ROLE \(name) NOLOGIN"),
            ForbiddenAction(.server, "can act as any role", "SET LOCAL SESSION AUTHORIZATION pg_monitor"),
            ForbiddenAction(.server, "can switch off triggers and foreign keys", "SET LOCAL session_replication_role = replica"),
            ForbiddenAction(.structure, "can make tables", "CREATE TABLE \(name) (a int)"),
            ForbiddenAction(.structure, "can make schemas", "CREATE SCHEMA \(name)"),
            ForbiddenAction(.structure, "can make functions", "CREATE FUNCTION \(name)() RETURNS int LANGUAGE sql AS 'SELECT 1'"),
            ForbiddenAction(.rows, "can make temporary tables", "CREATE TEMPORARY TABLE \(name) (a int)"),
            ForbiddenAction(.rows, "can make large objects", "SELECT pg_catalog.lo_from_bytea(0, '')"),
        ]
    }

    /// Catalog queries about rights whose use would leave a trace. Each returns one text for each row: the finding, or null.
    static let postgreSQLQuestions: [(severity: LoginFinding.Severity, statement: Statement)] = [
        (
            .server,
            """
            SELECT unnest(ARRAY[
            CASE WHEN rolsuper THEN 'is a superuser' END, CASE WHEN rolcreaterole THEN 'can make roles' END,
            CASE WHEN rolcreatedb THEN 'can make databases' END, CASE WHEN rolreplication THEN 'can replicate' END,
            CASE WHEN rolbypassrls THEN 'passes row security' END,
            CASE WHEN pg_has_role('pg_execute_server_program', 'MEMBER') THEN 'can run programs on the server' END,
            CASE WHEN pg_has_role('pg_write_server_files', 'MEMBER') THEN 'can write files on the server' END,
            CASE WHEN pg_has_role('pg_read_server_files', 'MEMBER') THEN 'can read files on the server' END,
            CASE WHEN pg_has_role('pg_signal_backend', 'MEMBER') THEN 'can end the sessions of others' END,
            CASE WHEN pg_has_role('pg_read_all_stats', 'MEMBER') THEN 'can see the statements of others' END,
            CASE WHEN has_function_privilege('pg_catalog.pg_reload_conf()', 'EXECUTE') THEN 'can reload the server''s settings' END])
            FROM pg_catalog.pg_roles WHERE rolname = current_user
            """
        ),
        (
            .structure,
            """
            SELECT 'can change or drop ' || count(*) || ' of the tables' FROM pg_catalog.pg_class c
            WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
            AND pg_has_role(relowner, 'USAGE') AND relpersistence <> 't' HAVING count(*) > 0
            """
        ),
        (
            .rows,
            """
            SELECT 'can write to ' || count(*) || ' of the tables' FROM pg_catalog.pg_class c
            WHERE relkind IN ('r', 'p', 'v', 'f') AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
            AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'INSERT, UPDATE'))
            HAVING count(*) > 0
            """
        ),
        (
            .rows,
            """
            SELECT 'can call ' || count(*) || ' functions that run with the rights of another' FROM pg_catalog.pg_proc p
            WHERE prosecdef AND NOT pg_has_role(proowner, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')
            AND has_schema_privilege(pronamespace, 'USAGE') HAVING count(*) > 0
            """
        ),
    ]
}
