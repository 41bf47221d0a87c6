extension MySQLSession {
    enum Mode {
        case read, write
        /// Without a transaction: each statement lasts by itself.
        case define
    }

    /// What every session is set to, since statements and values mean what they should only so.
    ///
    /// A backslash escapes in text, as these engines have it by themselves: what is printed of a tree doubles backslashes and quotation marks alike.
    private static let settings = """
        SET NAMES utf8mb4, time_zone = '+00:00', autocommit = 1, foreign_key_checks = 1, sql_auto_is_null = 0, group_concat_max_len = 1048576, \
        lc_messages = 'en_US', sql_mode = 'STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,\
        NO_ENGINE_SUBSTITUTION'
        """

    /// Sets the session up and begins a transaction whose statements the server itself ends at the deadline (MySQL: only those that read).
    func begin(_ mode: Mode) throws(DatabaseError) {
        let left = Int(max(1, min(ContinuousClock.now.duration(to: wire.bounds.deadline) / .milliseconds(1), 86_400_000)))
        // What ends the transaction by itself finds itself in another read-only one.
        let access = "\(isMariaDB ? "tx_read_only" : "transaction_read_only") = \(mode == .read ? 1 : 0)"
        let limits = isMariaDB ? Self.mariaDBLimits(milliseconds: left) : Self.mySQLLimits(milliseconds: left)
        try wire.run("\(Self.settings), \(access), \(limits)")
        switch mode {
        case .read: try wire.run("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
        case .write: try wire.run("START TRANSACTION READ WRITE")
        case .define: break
        }
        transactionBegan(mode)
    }

    private static func mariaDBLimits(milliseconds: Int) -> String {
        let fraction = String(milliseconds % 1000)
        let seconds = "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.utf8.count))\(fraction)"
        return "max_statement_time = \(seconds), idle_transaction_timeout = \(milliseconds / 1000 + 5), tx_isolation = 'REPEATABLE-READ'"
    }

    private static func mySQLLimits(milliseconds: Int) -> String {
        "max_execution_time = \(milliseconds), transaction_isolation = 'REPEATABLE-READ'"
    }

    /// Undoes the transaction and leaves nothing of the call in the session.
    func rollBack() {
        guard !wire.isBroken, wire.stop == nil, !isSpoiled else { return wire.breakOff() }
        // Undone by the reset, or with the connection.
        do { try afterwards { () throws(DatabaseError) in try restore() } } catch { wire.breakOff() }
    }

    private func restore() throws(DatabaseError) {
        try wire.reset()
        guard isPinned else { return }
        try wire.use(database)
        isPinned = false
    }

    /// Makes a writing transaction last, and leaves nothing of the call in the session.
    /// - Throws: ``DatabaseError``; `unavailable` or `timeout` when the server did not say whether it did.
    func commit() throws(DatabaseError) {
        try wire.checkUsable()
        guard !isSpoiled, !hasFailed else { throw DatabaseError(.invalid, "an earlier statement of the transaction failed") }
        do {
            try afterwards { () throws(DatabaseError) in try wire.run("COMMIT") }
        } catch {
            guard wire.isBroken else { throw error }
            throw DatabaseError(error.code, "the connection was lost during the commit: it is not known whether it happened", detail: error.detail)
        }
        // What was committed stands; a session that cannot be reset is dropped.
        do { try afterwards { () throws(DatabaseError) in try wire.reset() } } catch { wire.breakOff() }
    }

    /// Runs the end of a call, which gets a little time of its own even when the call is late or cancelled.
    private func afterwards(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        do {
            try wire.serving(CallBounds(deadline: max(wire.bounds.deadline, .now) + MySQLWire.patience), body)
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(.other, "the database call failed", detail: "\(error)")
        }
    }
}
