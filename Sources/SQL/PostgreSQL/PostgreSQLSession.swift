import CLibPQ
import SQLSyntax

/// One session with a PostgreSQL server. Statements go through the extended protocol, which takes one statement a message.
///
/// `@unchecked Sendable`: the pool passes it between threads, and one thread uses it at a time.
final class PostgreSQLSession: Connection, PooledSession, @unchecked Sendable {
    let wire: PostgreSQLWire
    /// Object ids of types whose values are plain text.
    let ownTypes: [Oid: PostgreSQLType]
    private var prepared: PreparedStatements
    /// Whether a statement ended the transaction that the pool began: nothing more may run.
    private(set) var isSpoiled = false

    var dialect: Dialect { .postgresql }

    var isBroken: Bool { wire.isBroken }
    var isUsable: Bool { !wire.isBroken && !wire.isSwollen && !isSpoiled && PQtransactionStatus(wire.handle) == PQTRANS_IDLE }

    init(wire: PostgreSQLWire, ownTypes: [Oid: PostgreSQLType], prepared: PreparedStatements) {
        self.wire = wire
        self.ownTypes = ownTypes
        self.prepared = prepared
    }

    func serving<R>(_ bounds: CallBounds, _ body: () throws -> R) throws -> R { try wire.serving(bounds, body) }

    func query(
        _ statement: Statement, limits: RowLimits, columns: ([Column]) throws -> Void, row: (any Row) throws -> RowDemand
    ) throws -> ReadSummary {
        var reading = PostgreSQLReading(limits: limits)
        let text = try submit(statement)
        try collect(text) { result in
            guard !reading.isOver else { return reading.discard(result, wire) }
            do {
                if reading.row == nil {
                    let made = makeColumns(result)
                    reading.row = PostgreSQLRow(result: result, types: made.types)
                    try columns(made.columns)
                }
                if PQresultStatus(result) == PGRES_SINGLE_TUPLE { try reading.take(result, row) }
            } catch {
                reading.failure = error
            }
            if reading.isOver { reading.startDiscarding(wire) }
        } isOver: {
            reading.isOver
        }
        if let failure = reading.failure { throw failure }
        return ReadSummary(rows: reading.rows, isTruncated: reading.isTruncated)
    }

    @discardableResult
    func execute(_ statement: Statement) throws -> Int {
        var changed = 0
        let text = try submit(statement)
        try collect(text) { result in
            guard PQresultStatus(result) != PGRES_SINGLE_TUPLE, !String(cString: PQcmdStatus(result)).hasPrefix("SELECT") else { return }
            changed = Int(String(cString: PQcmdTuples(result))) ?? 0
        }
        return changed
    }

    func pinFunctions() throws { try execute("SET LOCAL search_path = pg_catalog") }

    /// Sends a statement; its rows come one by one. Returns its text.
    private func submit(_ statement: Statement) throws(DatabaseError) -> String {
        let (text, values) = statement.rendered(for: .postgresql)
        guard !text.utf8.contains(0) else { throw DatabaseError(.invalid, "SQL must not contain the character U+0000") }
        guard !isSpoiled, !wire.isBroken else { throw DatabaseError(.invalid, "the transaction has ended") }
        if let refusal = wire.bounds.refusal { throw refusal }
        let parameters = try PostgreSQLParameters(values)
        let name = try prepare(text)
        let sent = parameters.withPointers { count, pointers in
            if let name {
                PQsendQueryPrepared(wire.handle, name, count, pointers, nil, nil, 0)
            } else {
                PQsendQueryParams(wire.handle, text, count, nil, pointers, nil, nil, 0)
            }
        }
        try wire.check(sent)
        PQsetSingleRowMode(wire.handle)
        return text
    }

    /// The name under which the server has prepared the text; nil to run it without a name.
    private func prepare(_ text: String) throws(DatabaseError) -> String? {
        switch prepared.use(text) {
        case .unnamed: return nil
        case .run(let name): return name
        case .prepare(let name, let evicting):
            do {
                if let evicting { try wire.run("DEALLOCATE \(evicting)") }
                try wire.check(PQsendPrepare(wire.handle, name, text, 0, nil))
                try wire.finish { _ in }
            } catch {
                prepared.forget(text)
                throw error
            }
            return name
        }
    }

    /// Reads all results of the last statement, then throws the server's error if it failed.
    /// - Parameter isOver: whether the reader needs no more rows; later errors are then ignored.
    private func collect(_ text: String, _ each: (OpaquePointer) -> Void, isOver: () -> Bool = { false }) throws(DatabaseError) {
        do {
            try wire.finish { result in
                let tag = String(cString: PQcmdStatus(result))
                // ROLLBACK TO SAVEPOINT has the same tag, but does not end the transaction.
                if tag == "COMMIT" || tag == "ROLLBACK" && !text.hasPrefix("ROLLBACK TO SAVEPOINT ") { isSpoiled = true }
                each(result)
            }
        } catch {
            if !isOver() {
                // The tables changed after the plan was made, or a pooler dropped the prepared statement.
                if error.detail.hasPrefix("0A000") || error.detail.hasPrefix("26000") { prepared.forget(text) }
                throw error
            }
        }
        if isSpoiled || (PQtransactionStatus(wire.handle) == PQTRANS_IDLE && !wire.isBroken) {
            isSpoiled = true
            throw DatabaseError(.invalid, "a statement must not end the transaction")
        }
    }

    private func makeColumns(_ result: OpaquePointer) -> (columns: [Column], types: [PostgreSQLType]) {
        var columns: [Column] = []
        var types: [PostgreSQLType] = []
        for index in 0..<PQnfields(result) {
            let type = PostgreSQLType(PQftype(result, index), own: ownTypes)
            types.append(type)
            columns.append(Column(name: String(cString: PQfname(result, index)), type: type.columnType))
        }
        return (columns, types)
    }
}
