import CSQLite
import SQLSyntax

/// The second check of a compiled statement: which tables its program opens.
///
/// SQLite 3.40 does not ask its authorizer about the columns that `NATURAL` and `USING` join by, so that a table used only for such a join
/// is not reported. The compiled program lists every table.
struct SQLiteProgramCheck {
    let connection: SQLiteConnection
    let authorizer: SQLiteAuthorizer
    let names: SQLNames

    /// - Parameter program: the `EXPLAIN` of the statement, which compiled without a refusal.
    /// - Throws: ``SQLiteRefusal`` for a read that is not allowed.
    func check(_ program: SQLitePrepared) throws -> CompiledRead {
        if names.hasNaturalJoin { throw SQLiteRefusal(.statement("a NATURAL join")) }
        guard let authorization = authorizer.authorization else { throw DatabaseError(.other, "no guard stands before the database") }
        let opened = try openedTables(program, authorization.schema)
        for name in authorization.unknown.sorted() where !isQuery(name, authorization) && !isInner(name, authorization) {
            throw SQLiteRefusal(.table(name))
        }
        for name in authorization.tableFunctions.sorted() where isTable(name) || authorization.views.contains(name.asciiLowercased) {
            throw SQLiteRefusal(.table(name))
        }
        var tables = authorization.tables
        var reads = authorization.columns
        for table in opened.sorted() where !isInner(table, authorization) {
            guard authorization.readRights.allows(table: table) else { throw SQLiteRefusal(.table(table)) }
            if !tables.contains(where: { $0.asciiLowercased == table.asciiLowercased }) { tables.insert(table) }
            for column in names.joined.sorted() where hasColumn(column, table) {
                guard authorization.readRights.allows(column: column, of: table) else { throw SQLiteRefusal(.column(column, table: table)) }
                reads.insert(CompiledRead.ColumnRead(table: table, column: column))
            }
        }
        return CompiledRead(tables: tables.sorted(), columnsRead: reads.sorted())
    }

    /// Names of the tables whose rows or indexes the statement's program opens (opcode.html: OpenRead, p2 root page, p3 database).
    private func openedTables(_ program: SQLitePrepared, _ schema: SQLiteSchemaNames) throws -> Set<String> {
        var pages: Set<Int64> = []
        var result = program.step()
        while result == SQLITE_ROW {
            if opens(program.handle) {
                guard sqlite3_column_int64(program.handle, 4) == 0 else { throw SQLiteRefusal(.statement("a temporary table")) }
                pages.insert(sqlite3_column_int64(program.handle, 3))
            }
            result = program.step()
        }
        guard result == SQLITE_DONE else { throw connection.error(result) }
        return try Set(
            pages.map { page in
                guard let owner = schema.owners[page] else { throw SQLiteRefusal(.table("sqlite_schema")) }
                return owner
            })
    }

    /// Whether the current step of the program opens a table.
    private func opens(_ program: OpaquePointer) -> Bool {
        // The first letter is checked first, because a program has hundreds of steps.
        guard let opcode = sqlite3_column_text(program, 1), opcode[0] == UInt8(ascii: "O") || opcode[0] == UInt8(ascii: "R") else { return false }
        return ["OpenRead", "OpenWrite", "ReopenIdx"].contains(String(cString: opcode))
    }

    /// Whether the name can only be a `WITH` query of the statement.
    private func isQuery(_ name: String, _ authorization: SQLiteAuthorizer.Authorization) -> Bool {
        let lower = name.asciiLowercased
        return names.defined.contains(lower) && !isTable(name) && !authorization.views.contains(lower) && !authorizer.isModule(lower)
    }

    /// Whether the table is read by an allowed view and the statement itself does not name it.
    private func isInner(_ name: String, _ authorization: SQLiteAuthorizer.Authorization) -> Bool {
        authorization.inner.contains(name.asciiLowercased) && !names.all.contains(name.asciiLowercased)
    }

    private func isTable(_ name: String) -> Bool {
        sqlite3_table_column_metadata(connection.handle, nil, name, nil, nil, nil, nil, nil, nil) == SQLITE_OK
    }

    private func hasColumn(_ column: String, _ table: String) -> Bool {
        sqlite3_table_column_metadata(connection.handle, "main", table, column, nil, nil, nil, nil, nil) == SQLITE_OK
    }
}
