package import SQL

/// The table of one kind of object. SELECT, INSERT and UPDATE derive from its list of columns.
package struct StoredTable<Object: Sendable>: Sendable {
    package let name: String
    /// The table with its joined tables.
    package let source: Statement
    private let columns: [StoredColumn<Object>]
    private let readColumns: [StoredColumn<Object>]
    /// Every column that is read, in the order of the list.
    package let selection: Statement
    /// The object that reading starts from: every stored property is read into a copy of it.
    private let template: Object

    /// - Parameters:
    ///   - source: nil for the table alone. Other tables use LEFT JOIN, so that a row with a missing reference is seen and fails.
    ///   - columns: the first one is the key that errors name a row by.
    package init(_ name: String, from source: Statement? = nil, template: Object, _ columns: [StoredColumn<Object>]) {
        self.name = name
        self.source = source ?? "\(Identifier(name))"
        self.columns = columns
        self.template = template
        readColumns = columns.filter { $0.load != nil }
        selection = Statement.joined(readColumns.map { $0.expression ?? Self.qualified($0.name, of: name) }, by: ", ")
    }

    /// The select expression of a column.
    package func expression(_ column: StoredColumn<Object>) -> Statement { column.expression ?? self.column(column.name) }

    /// The column with its table: `"providers"."host"`.
    package func column(_ name: String) -> Statement { Self.qualified(name, of: self.name) }

    private static func qualified(_ column: String, of table: String) -> Statement { "\(Identifier(table)).\(Identifier(column))" }

    /// Reads a row that begins with ``selection``.
    /// - Throws: ``DamagedRow``.
    package func read(_ row: StoredRow) throws(DamagedRow) -> Object {
        var object = template
        for (index, column) in readColumns.enumerated() {
            guard let load = column.load, load(&object, row.row, index) else { throw row.damage(column.name, at: index, column.expected) }
        }
        return object
    }

    /// - Parameter rest: SQL after the condition, such as a lock.
    /// - Throws: ``DamagedRow``.
    package func first(where condition: Statement, _ rest: Statement = "", on connection: any Connection) throws -> Object? {
        try connection.first(of: name, "SELECT \(selection) FROM \(source) WHERE \(condition)\(rest)", read)
    }

    /// All objects that can be read; the others are passed to `damaged`.
    package func readable(
        where condition: Statement = "1 = 1", by order: Statement, on connection: any Connection, reporting damaged: DamagedRows
    ) throws -> [Object] {
        try connection.all(of: name, "SELECT \(selection) FROM \(source) WHERE \(condition) ORDER BY \(order)") { row in
            try damaged.readable { try read(row) }
        }.compactMap(\.self)
    }

    /// - Parameter id: nil for the next id of the table.
    /// - Returns: the new id.
    package func insert(_ object: Object, id: Int64? = nil, on connection: any Connection) throws -> Int64 {
        let written = columns.filter(\.isInserted)
        let key: [(Statement, Statement)] = id.map { [("id", "\($0)")] } ?? []
        let names = Statement.joined(key.map(\.0) + written.map { "\(Identifier($0.name))" }, by: ", ")
        let values = Statement.joined(key.map(\.1) + written.map { "\($0.value(object))" }, by: ", ")
        let id = try connection.first(of: name, "INSERT INTO \(Identifier(name)) (\(names)) VALUES (\(values)) RETURNING id") {
            try $0["id", .integer]
        }
        guard let id else { throw DatabaseError(.other, "the database gave no id") }
        return id
    }

    /// Writes the changeable columns of an object to its row.
    package func update(_ object: Object, id: some SQLValueConvertible, on connection: any Connection) throws {
        let changes = columns.filter(\.isUpdated).map { "\(Identifier($0.name)) = \($0.value(object))" as Statement }
        try connection.execute("UPDATE \(Identifier(name)) SET \(Statement.joined(changes, by: ", ")) WHERE id = \(id)")
    }

    /// The rows that cannot be read.
    package func damage(on connection: any Connection) throws -> [DamagedRow] {
        try connection.damage(of: name, "SELECT \(selection) FROM \(source)", read)
    }
}

/// One column of an object's table, with the property that it holds.
package struct StoredColumn<Object: Sendable>: Sendable {
    package typealias Path<Value> = any WritableKeyPath<Object, Value> & Sendable

    package let name: String
    /// The expression that SELECT uses; nil for the column itself.
    let expression: Statement?
    let isInserted: Bool
    let isUpdated: Bool
    /// The description of a valid value, for the error about a damaged row.
    let expected: String
    /// Reads the value into its property; false when it is unreadable. Nil for a column that is only written.
    let load: (@Sendable (inout Object, any Row, Int) -> Bool)?
    let value: @Sendable (Object) -> SQLValue

    private init<Value>(
        _ name: String, _ path: Path<Value>, _ codec: Codec<Value>, expression: Statement? = nil, isInserted: Bool = false, isUpdated: Bool = false
    ) {
        self.name = name
        self.expression = expression
        self.isInserted = isInserted
        self.isUpdated = isUpdated
        expected = codec.expected
        load = { object, row, index in
            guard let value = codec.read(row, index) else { return false }
            object[keyPath: path] = value
            return true
        }
        value = { codec.write($0[keyPath: path]) }
    }

    private init(_ name: String, value: @escaping @Sendable (Object) -> SQLValue) {
        self.name = name
        expression = nil
        isInserted = true
        isUpdated = true
        expected = ""
        load = nil
        self.value = value
    }

    /// A column that the database fills: read, never written.
    package static func generated<Value>(_ name: String, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec)
    }

    /// Written with a new object, and never changed.
    package static func fixed<Value>(_ name: String, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec, isInserted: true)
    }

    /// Written with every change.
    package static func changing<Value>(_ name: String, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec, isInserted: true, isUpdated: true)
    }

    /// An expression, or a column of a joined table: read, never written.
    package static func selected<Value>(_ name: String, _ expression: Statement, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec, expression: expression)
    }

    /// A search key that is derived from the object: written, never read.
    package static func searchKey(_ name: String, _ value: @escaping @Sendable (Object) -> SQLValue) -> StoredColumn {
        StoredColumn(name, value: value)
    }
}
