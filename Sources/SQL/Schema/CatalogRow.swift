import SQLSyntax

/// A row of an engine's catalog, read by column names. An engine may return a name in another case than the statement has.
struct CatalogRow {
    private let row: any Row
    private let indices: [String: Int]

    fileprivate init(_ row: any Row, _ indices: [String: Int]) {
        self.row = row
        self.indices = indices
    }

    private func index(_ column: String) -> Int {
        guard let index = indices[column] else { preconditionFailure("'\(column)' is not selected") }
        return index
    }

    func isNull(_ column: String) -> Bool { row.isNull(index(column)) }
    func int(_ column: String) -> Int64? { row.int(index(column)) }
    func text(_ column: String) -> String? { row.text(index(column)) }
    /// A text that the catalog always has.
    func name(_ column: String) -> String { text(column) ?? "" }
    /// The value of a boolean column; false for null.
    func flag(_ column: String) -> Bool { row.bool(index(column)) == true }
}

extension Connection {
    /// Converts all rows of a statement on the catalog.
    func catalog<Value>(_ statement: Statement, _ make: (CatalogRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        var indices: [String: Int] = [:]
        _ = try query(
            statement, limits: .none,
            columns: { columns in indices = Dictionary(columns.enumerated().map { ($1.name.asciiLowercased, $0) }) { first, _ in first } }
        ) { row in
            values.append(try make(CatalogRow(row, indices)))
            return .more
        }
        return values
    }

    /// Converts the rows and groups them by table, in order.
    func catalog<Table: Hashable, Value>(
        _ statement: Statement, of table: (CatalogRow) -> Table, _ make: (CatalogRow) throws -> Value
    ) throws -> [Table: [Value]] {
        Dictionary(grouping: try catalog(statement) { (table: table($0), value: try make($0)) }, by: \.table).mapValues { $0.map(\.value) }
    }
}
