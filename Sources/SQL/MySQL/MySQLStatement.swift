import CMariaDB

/// One statement, prepared by the server; closed with the last reference.
final class MySQLStatement {
    let handle: UnsafeMutablePointer<MYSQL_STMT>
    private let wire: MySQLWire

    /// - Throws: ``DatabaseError`` when the server refuses the text.
    init(_ text: String, on wire: MySQLWire) throws(DatabaseError) {
        try wire.checkUsable()
        guard let handle = mysql_stmt_init(wire.handle) else { throw DatabaseError(.limit, "no memory is left for a statement") }
        self.handle = handle
        self.wire = wire
        var result: Int32 = 0
        text.withCString { bytes in
            wire.runToEnd(
                { mysql_stmt_prepare_start(&result, handle, bytes, UInt(text.utf8.count)) }, { mysql_stmt_prepare_cont(&result, handle, $0) })
        }
        guard result == 0 else { throw failure }
    }

    deinit {
        // The rest of a result must be read before this; otherwise the library would read it here without limit.
        var result: my_bool = 0
        wire.runToEnd({ mysql_stmt_close_start(&result, handle) }, { mysql_stmt_close_cont(&result, handle, $0) })
    }

    func execute(_ values: [SQLValue]) throws(DatabaseError) {
        try wire.checkUsable()
        guard Int(mysql_stmt_param_count(handle)) == values.count else {
            throw DatabaseError(.invalid, "a value is missing for a ? of the statement")
        }
        var result: Int32 = 0
        let parameters = try MySQLParameters(values)
        parameters.withBindings { bindings in
            if let bindings, mysql_stmt_bind_param(handle, bindings) != 0 {
                result = 1
                return
            }
            wire.runToEnd({ mysql_stmt_execute_start(&result, handle) }, { mysql_stmt_execute_cont(&result, handle, $0) })
        }
        guard result == 0 else { throw failure }
    }

    /// Fetches the next row; false when there is none.
    func fetch() throws(DatabaseError) -> Bool {
        try wire.checkBounds()
        var result: Int32 = 0
        wire.runToEnd({ mysql_stmt_fetch_start(&result, handle) }, { mysql_stmt_fetch_cont(&result, handle, $0) })
        switch result {
        case 0: return true
        case MYSQL_NO_DATA: return false
        default: throw failure
        }
    }

    var columnCount: Int { Int(mysql_stmt_field_count(handle)) }

    /// Number of rows that it changed, or matched.
    var affectedRows: Int {
        let count = mysql_stmt_affected_rows(handle)
        return count > UInt64(Int32.max) ? 0 : Int(count)
    }

    /// The generated key of the row that was inserted last; nil when there is none.
    var generatedKey: SQLValue? {
        let key = mysql_stmt_insert_id(handle)
        return key == 0 ? nil : Int64(exactly: key).map { .int($0) } ?? .decimal(String(key))
    }

    private var failure: DatabaseError { wire.failure(DatabaseError(mySQLStatement: handle, on: wire.handle)) }
}
