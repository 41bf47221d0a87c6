import CSQLite
import SQLSyntax

/// A read-only connection for callers' statements, lent with read rights inside one snapshot.
///
/// The engine itself enforces the restrictions: by its authorizer, its limits, and a file that is open for reading only. A statement leaves
/// no state: it cannot create temporary objects, change settings or prepare names.
package final class SQLiteGuardedConnection {
    private let connection: SQLiteConnection
    private let authorizer: SQLiteAuthorizer
    private let readRights: SQLiteReadRights

    init(_ connection: SQLiteConnection, _ authorizer: SQLiteAuthorizer, _ readRights: SQLiteReadRights) {
        self.connection = connection
        self.authorizer = authorizer
        self.readRights = readRights
    }

    /// Compiles one SELECT without running it.
    /// - Throws: ``SQLiteRefusal`` for a read beyond the rights, ``DatabaseError`` for text that SQLite refuses.
    package func compile(_ statement: Statement) throws -> CompiledRead {
        try judged { try judge(statement.rendered(for: .sqlite).text) }
    }

    /// Runs one SELECT after the same checks as ``compile(_:)``.
    package func query(
        _ statement: Statement,
        limits: RowLimits,
        columns: ([Column]) throws -> Void,
        row: (any Row) throws -> RowDemand
    ) throws -> ReadSummary {
        try judged {
            let (text, values) = statement.rendered(for: .sqlite)
            let version = authorizer.schema?.version ?? 0
            let prepared = try authorizer.judged.take(text, for: readRights, version: version) ?? compiled(text)
            defer { authorizer.judged.keep(prepared, for: readRights) }
            let bound = prepared.bind(values)
            guard bound == SQLITE_OK else { throw connection.error(bound) }
            return try connection.stop.counting(prepared) { try connection.read(prepared, limits: limits, columns: columns, row: row) }
        }
    }

    /// A checked statement, ready to be bound.
    private func compiled(_ text: String) throws -> SQLitePrepared {
        _ = try judge(text)
        let (made, result) = SQLiteStatementCache.prepare(text, on: connection.handle)
        guard let prepared = made else { throw connection.error(result) }
        return prepared
    }

    /// Runs `body` while the authorizer checks.
    private func judged<R>(_ body: () throws -> R) throws -> R {
        let schema = try SQLiteSchemaNames.current(authorizer.schema, on: connection)
        authorizer.schema = schema
        authorizer.authorization = SQLiteAuthorizer.Authorization(readRights, schema)
        defer { authorizer.authorization = nil }
        do {
            return try body()
        } catch {
            // SQLite's own error only repeats the authorizer's refusal.
            if error is DatabaseError, let refusal = authorizer.authorization?.refusal { throw refusal }
            throw error
        }
    }

    /// Checks a text by the program that SQLite compiles for it.
    private func judge(_ text: String) throws -> CompiledRead {
        let names = SQLNames(text)
        if let views = authorizer.authorization?.views, !views.isEmpty, let hidden = views.intersection(names.defined).min() {
            throw SQLiteRefusal(.hidesView(hidden))
        }
        if names.hasVariable { throw SQLiteRefusal(.statement("a variable")) }
        let (made, result) = SQLiteStatementCache.prepare("EXPLAIN " + text, on: connection.handle)
        guard let program = made, sqlite3_stmt_isexplain(program.handle) == 1 else { throw failure(of: text, explained: connection.error(result)) }
        guard authorizer.authorization?.isSelect == true, sqlite3_stmt_readonly(program.handle) != 0 else {
            throw SQLiteRefusal(.statement("anything but a SELECT"))
        }
        return try SQLiteProgramCheck(connection: connection, authorizer: authorizer, names: names).check(program)
    }

    /// The reason why a text is not a single statement that can be explained, from the text itself.
    private func failure(of text: String, explained: DatabaseError) -> any Error {
        guard connection.stop.cause == nil, explained.code != .limit else { return explained }
        let (made, result) = SQLiteStatementCache.prepare(text, on: connection.handle)
        if let made { return sqlite3_stmt_isexplain(made.handle) != 0 ? SQLiteRefusal(.statement("EXPLAIN")) : explained }
        return result == SQLITE_MISUSE ? SQLiteRefusal(.statement("anything but one statement")) : connection.error(result)
    }
}
