package import SQL

/// One column of an object's table, with the property that it holds.
package struct StoredColumn<Object: Sendable>: Sendable {
    package typealias Path<Value> = any WritableKeyPath<Object, Value> & Sendable

    package let name: String
    /// What is selected; nil for the column itself.
    let expression: Statement?
    let isInserted: Bool
    let isUpdated: Bool
    let expected: String
    /// Reads the value into its property; false when it cannot be read. Nil for a column that is only written.
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
        (expression, isInserted, isUpdated, expected, load) = (nil, true, true, "", nil)
        self.value = value
    }

    /// Given by the database: read, never written.
    package static func generated<Value>(_ name: String, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec)
    }

    /// Written with a new object, and never again.
    package static func fixed<Value>(_ name: String, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec, isInserted: true)
    }

    /// Written with every change.
    package static func changing<Value>(_ name: String, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec, isInserted: true, isUpdated: true)
    }

    /// Computed by the database, or of another table.
    package static func computed<Value>(_ name: String, _ expression: Statement, _ path: Path<Value>, _ codec: Codec<Value>) -> StoredColumn {
        StoredColumn(name, path, codec, expression: expression)
    }

    /// Computed here for the database to search by: written, never read.
    package static func searched(_ name: String, _ value: @escaping @Sendable (Object) -> SQLValue) -> StoredColumn {
        StoredColumn(name, value: value)
    }
}
