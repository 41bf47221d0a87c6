import SQL

extension ForbiddenAction {
    /// Each runs in a writing transaction of its own that is rolled back.
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

    /// Questions to the catalogue about rights whose use would leave something. Each asks for one text a row: what is found, nothing for null.
    static let postgreSQLQuestions: [(gravity: LoginFinding.Severity, statement: Statement)] = [
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
