extension SQLiteConnection {
    /// Runs `body` in one read transaction, which sees the database as it is at its first statement.
    func inSnapshot<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
        try command("BEGIN")
        defer {
            stop.disarm()
            // Nothing was written; a connection whose transaction does not end is not used again.
            try? command("ROLLBACK")
        }
        return try body(self)
    }
}
