import CSQLite

extension SQLiteDatabase {
    /// Copies a snapshot of the whole database into a new file, readable by its owner alone, while other calls continue.
    /// - Parameter path: must not exist, not even as a symbolic link; the file is removed when the copy fails.
    /// - Throws: ``DatabaseError``: `unavailable` when the path exists or cannot be created.
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
    /// The lines are SQLite's own messages, for operators and not for callers.
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

    /// Limits SQLite's memory in the whole process; beyond it a statement fails with ``DatabaseError/Code-swift.enum/limit``.
    /// - Parameters:
    ///   - bytes: for all databases together; to be set once, at start.
    ///   - others: above this, callers' statements fail, so that the server's own statements have the rest.
    ///   - caches: above this, page caches replace old pages instead of growing.
    package static func limitMemory(bytes: Int64, ofOthers others: Int64, caches: Int64) {
        sqlite3_hard_heap_limit64(bytes)
        sqlite3_soft_heap_limit64(caches)
        SQLiteMemory.limitOfOthers = others
    }
}

extension SQLiteConnection {
    /// Pages copied between two checks of deadline and cancellation.
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
