import Blocking
import CMariaDB
import SQLSyntax

/// One session with a MySQL or MariaDB server. Statements go through the prepared protocol, which takes one statement a message.
///
/// `@unchecked Sendable`: the pool passes it between threads, and one thread uses it at a time.
final class MySQLSession: Connection, PooledSession, @unchecked Sendable {
    let wire: MySQLWire
    let isMariaDB: Bool
    let database: String
    /// Whether the default database is one without functions.
    var isPinned = false
    /// Whether a statement ended the transaction that the pool began: nothing more may run.
    private(set) var isSpoiled = false
    /// Whether a statement of the transaction failed. Then it must not be committed, even if the body ignores the error.
    private(set) var hasFailed = false
    /// The server status flags that the open transaction must keep.
    private var flags: UInt32 = 0
    private var mode = Mode.read
    private(set) var generatedKey: SQLValue?

    var dialect: Dialect { .mysql }

    var isBroken: Bool { wire.isBroken }
    var isUsable: Bool { !wire.isBroken && wire.stopReason == nil && !isSpoiled && isInDatabase }

    init(wire: MySQLWire, database: String) {
        self.wire = wire
        self.database = database
        isMariaDB = mariadb_connection(wire.handle) != 0
    }

    /// Opens a session.
    static func connect(_ options: MySQLOptions, bounds: CallBounds, timeout: Duration, threads: ThreadGroup) throws -> MySQLSession {
        let end = min(bounds.deadline, .now + timeout)
        let wire = try MySQLWire.connect(options, until: end, cancellation: bounds.cancellation)
        let number = mysql_thread_id(wire.handle)
        wire.kill = { MySQLKill.start($0, of: UInt(number), options, threads: threads) }
        return MySQLSession(wire: wire, database: options.database)
    }

    func serving<R>(_ bounds: CallBounds, _ body: () throws -> R) throws -> R { try wire.serving(bounds, body) }

    func query(
        _ statement: Statement, limits: RowLimits, columns: ([Column]) throws -> Void, row: (any Row) throws -> RowDemand
    ) throws -> ReadSummary {
        var reading = MySQLReading(limits: limits)
        let prepared = try run(statement)
        let types = (0..<prepared.columnCount).map { MySQLType(gatehouse_mysql_field(prepared.handle, UInt32($0))) }
        let current = MySQLRow(prepared, types: types)
        do {
            try columns(Self.columns(of: prepared, types))
        } catch {
            reading.failure = error
        }
        while !types.isEmpty, try prepared.fetch() {
            if !reading.isOver {
                reading.take(current, row)
            } else if !reading.discard(current) {
                wire.abandonResult()
                break
            }
        }
        if !wire.isBroken { try checkTransaction() }
        if let failure = reading.failure { throw failure }
        return ReadSummary(rows: reading.rows, isTruncated: reading.isTruncated)
    }

    @discardableResult
    func execute(_ statement: Statement) throws -> Int {
        let prepared = try run(statement)
        guard prepared.columnCount == 0 else {
            while try prepared.fetch() {}
            try checkTransaction()
            return 0
        }
        generatedKey = prepared.generatedKey
        try checkTransaction()
        return prepared.affectedRows
    }

    /// Makes a database without functions the default one. These engines look for user-defined functions in the default database.
    func pinFunctions() throws {
        isPinned = true
        try wire.use("information_schema")
    }

    /// Records the status flags of the transaction that the pool has just begun.
    func transactionBegan(_ mode: Mode) {
        self.mode = mode
        isSpoiled = false
        hasFailed = false
        flags = gatehouse_mysql_status(wire.handle) & (UInt32(SERVER_STATUS_IN_TRANS) | UInt32(SERVER_STATUS_IN_TRANS_READONLY))
    }

    /// Prepares and executes a statement; its rows, if it returns any, come one by one.
    private func run(_ statement: Statement) throws(DatabaseError) -> MySQLStatement {
        let (text, values) = statement.rendered(for: .mysql)
        guard !text.utf8.contains(0) else { throw DatabaseError(.invalid, "SQL must not contain the character U+0000") }
        guard !isSpoiled else { throw DatabaseError(.invalid, "the transaction has ended") }
        do throws(DatabaseError) {
            let prepared = try MySQLStatement(text, on: wire)
            // MariaDB drops and truncates tables even in a read-only transaction, which it commits first (10.11).
            guard mode != .read || prepared.columnCount > 0 else {
                throw DatabaseError(.readOnly, "a reading transaction runs only statements that return rows")
            }
            try prepared.execute(values)
            return prepared
        } catch {
            hasFailed = true
            // A failed statement may have ended the transaction, as a deadlock does.
            if !wire.isBroken, gatehouse_mysql_status(wire.handle) & flags != flags { isSpoiled = true }
            throw error
        }
    }

    /// - Throws: ``DatabaseError`` `invalid` when the statement ended or replaced the transaction.
    private func checkTransaction() throws(DatabaseError) {
        guard gatehouse_mysql_status(wire.handle) & flags == flags else {
            isSpoiled = true
            throw DatabaseError(.invalid, "a statement must not end the transaction")
        }
    }

    /// Whether unqualified names still refer to the session's own database; a reset does not restore it.
    private var isInDatabase: Bool { gatehouse_mysql_database(wire.handle).map { String(cString: $0) } == database }

    private static func columns(of prepared: MySQLStatement, _ types: [MySQLType]) -> [Column] {
        types.enumerated().map { index, type in
            let name = gatehouse_mysql_field(prepared.handle, UInt32(index)).pointee.name.map { String(cString: $0) }
            return Column(name: name ?? "", type: type.columnType)
        }
    }
}
