import CSQLite

extension SQLiteDatabase {
    /// Copies the whole database as it is at one moment into a new file, readable by its owner alone, while others go on.
    /// - Parameter path: must not exist, not even as a symbolic link; the file is removed again when the copy fails.
    /// - Throws: ``DatabaseError``: `unavailable` when the path is taken or cannot be made.
    package func backup(to path: String, _ bounds: CallBounds) async throws {
        try await onReader(bounds) { connection in
            let target = try SQLitePath(path)
            guard try target.makeFile() else { throw DatabaseError(.unavailable, "the file for the backup exists already") }
            do {
                try connection.copy(to: target, bounds)
            } catch {
                target.remove()
                throw error
            }
        }
    }

    /// Problems that SQLite finds in the file and its foreign keys, at most a hundred lines.
    ///
    /// The lines are SQLite's own words: for operators, not for callers.
    package func integrityCheck(_ bounds: CallBounds) async throws -> [String] {
        try await onReader(bounds) { connection in
            var findings: [String] = []
            do {
                findings = try connection.all("PRAGMA integrity_check(100)") { $0.text(0) ?? "" }.filter { $0 != "ok" }
                findings += try connection.catalog("PRAGMA foreign_key_check") {
                    "a row of \($0.name("table")) refers to none of \($0.name("parent"))"
                }
            } catch let error as DatabaseError where error.code == .corrupt {
                findings.append(error.detail)
            }
            return Array(findings.prefix(100))
        }
    }

    /// Limits what SQLite takes of memory in the whole process; beyond it a statement fails with ``DatabaseError/Code-swift.enum/limit``.
    /// - Parameters:
    ///   - bytes: for all databases together; to be set once, at start.
    ///   - others: from here on callers' statements fail, so that what they take leaves the server its own.
    ///   - caches: from here on caches of pages put new pages in place of old ones instead of growing.
    package static func limitMemory(bytes: Int64, ofOthers others: Int64, caches: Int64) {
        sqlite3_hard_heap_limit64(bytes)
        sqlite3_soft_heap_limit64(caches)
        SQLiteMemory.limitOfOthers = others
    }
}

extension SQLiteConnection {
    /// Pages copied between two looks at deadline and cancellation.
    private static let backupStep: Int32 = 1_024

    fileprivate func copy(to path: SQLitePath, _ bounds: CallBounds) throws {
        var target: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        let opened = sqlite3_open_v2(path.path, &target, flags, nil)
        defer { sqlite3_close_v2(target) }
        guard opened == SQLITE_OK else { throw DatabaseError(sqlite: opened, on: target, cause: nil) }
        guard let backup = sqlite3_backup_init(target, "main", handle, "main") else {
            throw DatabaseError(sqlite: sqlite3_extended_errcode(target), on: target, cause: nil)
        }
        var result = SQLITE_OK
        while result == SQLITE_OK {
            if let refusal = bounds.refusal {
                sqlite3_backup_finish(backup)
                throw refusal
            }
            result = sqlite3_backup_step(backup, Self.backupStep)
        }
        let finished = sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE, finished == SQLITE_OK else { throw DatabaseError(sqlite: result, on: target, cause: stop.cause) }
    }
}
