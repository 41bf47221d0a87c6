import CSQLite
import SQLSyntax

extension SQLiteConnection {
    /// SQLite's limits for callers' statements (limits.html), so that no single step of its virtual machine takes long or needs much
    /// memory.
    private static let guardLimits: [(limit: Int32, value: Int32)] = [
        // The longest text or blob, read or computed, which also limits the time of one function call. Unit: bytes.
        (SQLITE_LIMIT_LENGTH, 1_000_000),
        (SQLITE_LIMIT_SQL_LENGTH, 100_000),
        (SQLITE_LIMIT_COLUMN, 2_000),
        (SQLITE_LIMIT_EXPR_DEPTH, 100),
        (SQLITE_LIMIT_COMPOUND_SELECT, 50),
        (SQLITE_LIMIT_VDBE_OP, 100_000),
        (SQLITE_LIMIT_FUNCTION_ARG, 64),
        (SQLITE_LIMIT_ATTACHED, 0),
        // For GLOB; LIKE is reimplemented.
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
        (SQLITE_LIMIT_VARIABLE_NUMBER, 1_000),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    /// Prepares a new connection for callers' statements.
    func raiseGuardWalls(_ options: SQLiteOptions) throws {
        // The first use of a table-valued function declares it, for which SQLite asks the authorizer about an update of its own table. It
        // fails where a table has the function's name; then there is no function to declare.
        _ = try? first("SELECT 1 FROM json_each('[]')") { $0.int(0) }
        _ = try? first("SELECT 1 FROM json_tree('[]')") { $0.int(0) }
        let modules = try all("PRAGMA module_list") { $0.text(0)?.asciiLowercased ?? "" }
        for (limit, value) in Self.guardLimits { sqlite3_limit(handle, limit, value) }
        SQLiteLinearFunctions.install(on: handle)
        let authorizer = SQLiteAuthorizer(modules: Set(modules), stop: stop)
        authorizer.install(on: handle)
        self.authorizer = authorizer
        stop.countMemory(on: handle, own: options.memoryOfOthers)
    }
}
