import CSQLite

extension DatabaseError {
    /// The error of a result code of SQLite.
    /// - Parameters:
    ///   - code: extended result code.
    ///   - message: SQLite's own message; only names of tables and columns in it reach the reason.
    init(sqlite code: Int32, message: String, cause: SQLiteInterruption.Cause?) {
        let detail = "SQLite \(code): \(message)"
        switch (code & 0xFF, cause) {
        // A statement that is stopped while it is compiled can fail with other codes too.
        case (SQLITE_INTERRUPT, .cancelled), (SQLITE_AUTH, .cancelled), (SQLITE_BUSY, .cancelled), (SQLITE_ERROR, .cancelled):
            self.init(.cancelled, Self.cancelled.reason, detail: detail)
        case (SQLITE_INTERRUPT, .memory), (SQLITE_AUTH, .memory), (SQLITE_ERROR, .memory):
            self.init(.limit, "the statement needs more memory than the limit", detail: detail)
        case (SQLITE_INTERRUPT, _), (SQLITE_AUTH, .deadline), (SQLITE_BUSY, .deadline), (SQLITE_ERROR, .deadline):
            self.init(.timeout, Self.timeout.reason, detail: detail)
        case (SQLITE_BUSY, _), (SQLITE_LOCKED, _):
            self.init(.busy, "the database is locked by another process", detail: detail)
        case (SQLITE_CONSTRAINT, _):
            self.init(.constraint, SQLiteMessage.constraint(code, message), detail: detail, constraint: SQLiteMessage.broken(code, message))
        case (SQLITE_TOOBIG, _):
            self.init(.limit, "a value or the statement is longer than the limit", detail: detail)
        case (SQLITE_NOMEM, _):
            self.init(.limit, "the statement needs more memory than the limit", detail: detail)
        case (SQLITE_FULL, _):
            self.init(.readOnly, "the disk is full", detail: detail)
        case (SQLITE_READONLY, _):
            self.init(.readOnly, "the database cannot be written", detail: detail)
        case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _), (SQLITE_FORMAT, _):
            self.init(.corrupt, "the file is damaged or no database", detail: detail)
        case (SQLITE_CANTOPEN, _):
            self.init(.unavailable, "the database file cannot be opened", detail: detail)
        case (SQLITE_AUTH, _), (SQLITE_PERM, _):
            self.init(.denied, "the statement is not allowed here", detail: detail)
        case (SQLITE_ERROR, _):
            if message.hasPrefix("malformed database schema") {
                self.init(.corrupt, "the file is damaged or no database", detail: detail)
            } else {
                self.init(.invalid, SQLiteMessage.invalid(message), detail: detail)
            }
        case (SQLITE_MISMATCH, _):
            self.init(.invalid, "a value has the wrong type", detail: detail)
        case (SQLITE_RANGE, _):
            self.init(.invalid, "the number of bound values is wrong", detail: detail)
        default:
            self.init(.other, "the database failed", detail: detail)
        }
    }

    /// The error of the last call on a connection.
    init(sqlite code: Int32, on handle: OpaquePointer?, cause: SQLiteInterruption.Cause?) {
        let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
        self.init(sqlite: code, message: message, cause: cause)
    }
}
