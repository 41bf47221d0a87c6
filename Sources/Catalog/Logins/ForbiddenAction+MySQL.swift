import SQL

extension ForbiddenAction {
    /// These engines do not undo what makes things: each act is one that changes nothing when it is allowed, since what it names is there already or
    /// is not there at all.
    /// - Parameter database: the one that the address names.
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

    /// What rights allow whose use would leave something.
    static let mySQLPowers: [(privilege: String, gravity: LoginFinding.Severity, power: String)] = [
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
