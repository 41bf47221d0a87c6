import CLibPQ

extension PostgreSQLSession {
    enum Mode { case read, write }

    /// Session settings that affect the text formats.
    static let settings = """
        SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'iso_8601'; SET bytea_output = 'hex'; \
        SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET standard_conforming_strings = on
        """

    /// The parts of `DISCARD ALL`, which must not be sent together with other statements (PostgreSQL manual, DISCARD).
    static let reset = """
        CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; DEALLOCATE ALL; UNLISTEN *; SELECT pg_catalog.pg_advisory_unlock_all(); \
        DISCARD TEMP; DISCARD SEQUENCES; \(settings)
        """

    /// The part of ``reset`` that is needed after a rollback, which undoes everything else.
    private static let leftovers = "DEALLOCATE ALL; SELECT pg_catalog.pg_advisory_unlock_all(); DISCARD SEQUENCES"

    /// Begins a transaction. The server itself ends its statements at the deadline.
    ///
    /// A reading transaction takes its snapshot at once: from then on `SET TRANSACTION READ WRITE` is refused.
    func begin(_ mode: Mode) throws(DatabaseError) {
        let left = ContinuousClock.now.duration(to: wire.bounds.deadline) / .milliseconds(1)
        let time = Int(max(1, min(left, 86_400_000)))
        let limits = "SET LOCAL statement_timeout = \(time); SET LOCAL idle_in_transaction_session_timeout = \(time + 5_000)"
        switch mode {
        case .read: try wire.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(limits); SELECT 1")
        case .write: try wire.run("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; \(limits)")
        }
    }

    /// Ends a reading transaction and undoes what a read-only transaction can do: notifications, large objects.
    func rollBack(thenReset: Bool) {
        guard !wire.isBroken else { return }
        guard !isSpoiled else { return wire.breakOff() }
        do {
            try afterwards { () throws(DatabaseError) in try wire.run(thenReset ? "ROLLBACK; \(Self.leftovers)" : "ROLLBACK") }
        } catch {
            // The transaction ends with the connection.
            wire.breakOff()
        }
    }

    /// Commits a writing transaction.
    /// - Throws: ``DatabaseError``; `unavailable` or `timeout` when it is unknown whether the server committed.
    func commit(thenReset: Bool) throws(DatabaseError) {
        if let refusal = wire.bounds.refusal { throw refusal }
        guard !isSpoiled, PQtransactionStatus(wire.handle) == PQTRANS_INTRANS else {
            throw DatabaseError(.invalid, "an earlier statement of the transaction failed")
        }
        do {
            try afterwards { () throws(DatabaseError) in try wire.run("COMMIT") }
        } catch {
            guard wire.isBroken else { throw error }
            throw DatabaseError(error.code, "the connection was lost during the commit: it is not known whether it happened", detail: error.detail)
        }
        guard thenReset else { return }
        // The commit succeeded, so a session that cannot be reset is only dropped.
        do { try afterwards { () throws(DatabaseError) in try wire.run(Self.reset) } } catch { wire.breakOff() }
    }

    /// Runs the end of a call with its own grace period, even when the call is late or cancelled.
    private func afterwards(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        do {
            try wire.serving(CallBounds(deadline: max(wire.bounds.deadline, .now) + PostgreSQLWire.gracePeriod), body)
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(.other, "the database call failed", detail: "\(error)")
        }
    }
}
