extension MySQLSession {
    enum Mode {
        case read, write
        /// Without a transaction: each statement is committed by itself.
        case autocommit
    }

    /// Session settings that affect the meaning of statements and values.
    ///
    /// Backslash escapes stay enabled, as by default; the printer of statements doubles both backslashes and quotation marks.
    private static let settings = """
        SET NAMES utf8mb4, time_zone = '+00:00', autocommit = 1, foreign_key_checks = 1, sql_auto_is_null = 0, group_concat_max_len = 1048576, \
        lc_messages = 'en_US', sql_mode = 'STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,\
        NO_ENGINE_SUBSTITUTION'
        """

    /// Sets the session up and begins a transaction. The server itself ends its statements at the deadline (MySQL: only those that read).
    func begin(_ mode: Mode) throws(DatabaseError) {
        let remaining = Int(max(1, min(ContinuousClock.now.duration(to: wire.bounds.deadline) / .milliseconds(1), Self.maximumTimeLimit)))
        // A statement that ends the transaction implicitly runs in a new transaction, which is read-only too.
        let access = "\(isMariaDB ? "tx_read_only" : "transaction_read_only") = \(mode == .read ? 1 : 0)"
        let limits = isMariaDB ? Self.mariaDBLimits(milliseconds: remaining) : Self.mySQLLimits(milliseconds: remaining)
        try wire.run("\(Self.settings), \(access), \(limits)")
        switch mode {
        case .read: try wire.run("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
        case .write: try wire.run("START TRANSACTION READ WRITE")
        case .autocommit: break
        }
        transactionBegan(mode)
    }

    /// Unit: milliseconds.
    private static let maximumTimeLimit = 86_400_000.0

    private static func mariaDBLimits(milliseconds: Int) -> String {
        let fraction = String(milliseconds % 1000)
        let seconds = "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.utf8.count))\(fraction)"
        return "max_statement_time = \(seconds), idle_transaction_timeout = \(milliseconds / 1000 + 5), tx_isolation = 'REPEATABLE-READ'"
    }

    private static func mySQLLimits(milliseconds: Int) -> String {
        "max_execution_time = \(milliseconds), transaction_isolation = 'REPEATABLE-READ'"
    }

    /// Rolls the transaction back and resets the session's state.
    func rollBack() {
        guard !wire.isBroken, wire.stopReason == nil, !isSpoiled else { return wire.markBroken() }
        // The reset rolls back; so does the server when the connection ends.
        do { try withGracePeriod { () throws(DatabaseError) in try restore() } } catch { wire.markBroken() }
    }

    private func restore() throws(DatabaseError) {
        try wire.reset()
        guard isPinned else { return }
        try wire.use(database)
        isPinned = false
    }

    /// Commits a writing transaction and resets the session's state.
    /// - Throws: ``DatabaseError``; `unavailable` or `timeout` when it is unknown whether the server committed.
    func commit() throws(DatabaseError) {
        try wire.checkUsable()
        guard !isSpoiled, !hasFailed else { throw DatabaseError(.invalid, "an earlier statement of the transaction failed") }
        do {
            try withGracePeriod { () throws(DatabaseError) in try wire.run("COMMIT") }
        } catch {
            guard wire.isBroken else { throw error }
            throw DatabaseError(error.code, "the connection was lost during the commit: it is not known whether it happened", detail: error.detail)
        }
        // The commit succeeded, so a session that cannot be reset is only dropped.
        do { try withGracePeriod { () throws(DatabaseError) in try wire.reset() } } catch { wire.markBroken() }
    }

    /// Runs the end of a call with its own grace period, even when the call is past its deadline or cancelled.
    private func withGracePeriod(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        do {
            try wire.serving(CallBounds(deadline: max(wire.bounds.deadline, .now) + MySQLWire.gracePeriod), body)
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(.other, "the database call failed", detail: "\(error)")
        }
    }
}
