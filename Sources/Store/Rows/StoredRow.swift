package import SQL

/// A row of our own tables, read by the names of its columns.
///
/// ```swift
/// try connection.first(of: "sessions", "SELECT id, user_id, expires_at FROM sessions …") { row in
///     (user: try row["user_id", .id()], ends: try row["expires_at", .time])
/// }
/// ```
/// A computed column has a name by `AS`. The first column is the key that errors name the row by.
package struct StoredRow {
    let row: any Row
    private let columns: RowColumns

    fileprivate init(_ row: any Row, _ columns: RowColumns) {
        self.row = row
        self.columns = columns
    }

    /// - Throws: ``DamagedRow``.
    package subscript<Value>(_ column: String, _ codec: Codec<Value>) -> Value {
        get throws(DamagedRow) {
            guard let index = columns.indices[column] else { preconditionFailure("'\(column)' is not selected from \(columns.table), or twice") }
            guard let value = codec.read(row, index) else { throw damage(column, at: index, codec.expected) }
            return value
        }
    }

    /// The value of a single-column statement.
    fileprivate func first<Value>(_ codec: Codec<Value>) throws(DamagedRow) -> Value {
        guard let value = codec.read(row, 0) else { throw damage("its one column", at: 0, codec.expected) }
        return value
    }

    /// The values of the last columns.
    package func last(_ count: Int) -> [SQLValue] { (row.columnCount - count..<row.columnCount).map { row.value($0) } }

    /// The opened secret of a sealed column.
    /// - Parameter context: see ``SecretBox/seal(_:context:)``.
    package func opened(_ column: String, by secrets: SecretBox, context: String) throws(DamagedRow) -> [UInt8] {
        let sealed = try self[column, .bytes]
        do { return try secrets.open(sealed, context: context) } catch {
            throw damage(column, "it was not sealed for this row with this server's key")
        }
    }

    package func damage(_ column: String, _ reason: String) -> DamagedRow {
        DamagedRow(table: columns.table, column: column, key: key, reason: reason)
    }

    func damage(_ column: String, at index: Int, _ expected: String) -> DamagedRow {
        damage(column, row.isNull(index) ? "it is NULL, expected \(expected)" : "expected \(expected)")
    }

    /// The row's key for errors. Bytes are digests of secrets and are not shown.
    private var key: String {
        switch row.value(0) {
        case .int(let number): String(number)
        case .text(let text): String(text.prefix(64))
        default: ""
        }
    }
}

/// The positions of a result's columns, by name.
private struct RowColumns {
    let table: String
    let indices: [String: Int]

    init(_ table: String, _ columns: [Column]) {
        self.table = table
        var indices: [String: Int] = [:]
        var twice: Set<String> = []
        for (index, column) in columns.enumerated() where indices.updateValue(index, forKey: column.name) != nil { twice.insert(column.name) }
        for name in twice { indices[name] = nil }
        self.indices = indices
    }
}

extension Connection {
    /// Converts all rows of a small result.
    /// - Parameter table: the name of the rows in errors.
    /// - Throws: ``DamagedRow`` for the first row that cannot be read.
    package func all<Value>(of table: String, _ statement: Statement, _ make: (StoredRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try forEach(of: table, statement) { row in
            values.append(try make(row))
            return .more
        }
        return values
    }

    /// Converts the first row; nil when there is none.
    /// - Throws: ``DamagedRow`` when it cannot be read.
    package func first<Value>(of table: String, _ statement: Statement, _ make: (StoredRow) throws -> Value) throws -> Value? {
        var value: Value?
        try forEach(of: table, statement) { row in
            value = try make(row)
            return .stop
        }
        return value
    }

    /// The first column of the first row; nil when there is none.
    package func value<Value>(of table: String, _ statement: Statement, _ codec: Codec<Value>) throws -> Value? {
        try first(of: table, statement) { try $0.first(codec) }
    }

    /// The number that a statement always returns, such as a count. It is never cached, because writing transactions need the current
    /// value.
    package func number(of table: String, _ statement: Statement) throws -> Int64 {
        guard let number = try value(of: table, statement, .integer) else { throw DatabaseError(.corrupt, "\(table): there is no row to count by") }
        return number
    }

    /// The first column of all rows.
    package func values<Value>(of table: String, _ statement: Statement, _ codec: Codec<Value>) throws -> [Value] {
        try all(of: table, statement) { try $0.first(codec) }
    }

    /// The rows that `read` cannot convert.
    package func damage<Value>(of table: String, _ statement: Statement, _ read: (StoredRow) throws -> Value) throws -> [DamagedRow] {
        var damaged: [DamagedRow] = []
        try forEach(of: table, statement) { row in
            do { _ = try read(row) } catch let row as DamagedRow { damaged.append(row) }
            return .more
        }
        return damaged
    }

    private func forEach(of table: String, _ statement: Statement, _ body: (StoredRow) throws -> RowDemand) throws {
        var columns = RowColumns(table, [])
        _ = try query(statement, limits: .none, columns: { columns = RowColumns(table, $0) }) { row in try body(StoredRow(row, columns)) }
    }
}
