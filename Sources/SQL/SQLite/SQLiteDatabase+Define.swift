extension SQLiteDatabase {
    /// Runs on a separate connection, because foreign keys can be switched off only while no transaction is open.
    package func define(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        guard options.access != .readOnly else { throw DatabaseError(.readOnly, "the database was opened for reading only") }
        try await onThread(bounds) { [path, options] in
            let connection = try SQLiteConnection.open(path, options, role: .writer)
            connection.stop.arm(bounds, lockWait: options.busyTimeout)
            defer { connection.stop.disarm() }
            try connection.command("PRAGMA foreign_keys = OFF")
            // References to a table by name stay unchanged when another table is renamed to that name (lang_altertable.html section 7).
            try connection.command("PRAGMA legacy_alter_table = ON")
            try connection.command("BEGIN IMMEDIATE")
            do {
                try body(connection)
                try connection.command("COMMIT")
            } catch {
                // A transaction that cannot be rolled back ends with the connection.
                if !connection.isAutocommit { try? connection.command("ROLLBACK") }
                throw error
            }
        }
    }
}
