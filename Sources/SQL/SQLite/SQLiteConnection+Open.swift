import CSQLite
import Glibc

extension SQLiteConnection {
    /// The purpose of a connection.
    enum Role {
        case writer, reader
        /// For callers' statements.
        case guarded
    }

    /// Opens a connection with the protections of all connections of this server: no extensions, no trust in the schema's functions, no
    /// writes to SQLite's own tables, checked cells, no memory mapping, double quotes only around names.
    static func open(_ path: SQLitePath, _ options: SQLiteOptions, role: Role) throws -> SQLiteConnection {
        let isReadOnly = role != .writer || options.access == .readOnly
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        let connection = try open(path.path, flags: flags, options)
        do {
            try connection.configure(options, role: role)
            return connection
        } catch let failure as DatabaseError {
            // A read-only log without its index cannot be read where the index cannot be created. Without a log, the file alone is the
            // database.
            guard options.access == .readOnly, [.readOnly, .unavailable].contains(failure.code), !path.hasWriteAheadLog else { throw failure }
            let immutable = try open(path.immutableURI, flags: flags | SQLITE_OPEN_URI, options)
            try immutable.configure(options, role: role)
            return immutable
        }
    }

    private static func open(_ name: String, flags: Int32, _ options: SQLiteOptions) throws -> SQLiteConnection {
        var handle: OpaquePointer?
        let result = sqlite3_open_v2(name, &handle, flags, nil)
        guard let handle, result == SQLITE_OK else {
            let failure = DatabaseError(sqlite: result, on: handle, cause: nil)
            sqlite3_close_v2(handle)
            throw failure
        }
        return SQLiteConnection(handle: handle, statementCacheSize: options.statementCacheSize)
    }

    private func configure(_ options: SQLiteOptions, role: Role) throws {
        stop.arm(.within(options.busyTimeout), lockWait: options.busyTimeout)
        defer { stop.disarm() }
        for (option, value) in [
            (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, Int32(0)), (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
        ] {
            let result = gatehouse_sqlite3_configure(handle, option, value)
            guard result == SQLITE_OK else { throw error(result) }
        }
        let installed = SQLiteInstant.install(on: handle)
        guard installed == SQLITE_OK else { throw error(installed) }
        // Matching a pattern takes its length for every character of the text, in one step that no deadline stops.
        sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000)
        try command("PRAGMA mmap_size = 0")
        try command("PRAGMA cell_size_check = ON")
        switch options.synchronous {
        case .full: try command("PRAGMA synchronous = FULL")
        case .normal: try command("PRAGMA synchronous = NORMAL")
        }
        if role == .writer, options.usesWriteAheadLog, options.access != .readOnly {
            try useWriteAheadLog(until: .now + options.busyTimeout)
            log = SQLiteLog(of: handle)
            log?.install()
        }
        if role != .writer { try command("PRAGMA query_only = ON") }
        // So that large sorts count against the memory limit of the process and do not fill the disk.
        if role == .guarded { try command("PRAGMA temp_store = MEMORY") }
        // Reads the file's first page, so that a file that is not a database is refused here.
        _ = try first("SELECT count(*) FROM sqlite_schema") { $0.int(0) }
        if role == .guarded { try raiseGuardWalls(options) }
    }

    /// Switches to write-ahead logging. The engine does not wait for the lock, because two processes that convert a new file would wait for
    /// each other: this retries instead.
    private func useWriteAheadLog(until deadline: ContinuousClock.Instant) throws {
        while true {
            do {
                return try command("PRAGMA journal_mode = WAL")
            } catch let failure as DatabaseError where failure.code == .busy && ContinuousClock.now < deadline {
                usleep(2_000)
            }
        }
    }
}
