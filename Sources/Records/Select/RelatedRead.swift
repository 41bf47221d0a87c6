import Access
import Catalog
import JSON
import SQL

/// A prepared read of a relation: one statement finds the related rows of all rows with given keys.
struct RelatedRead: Sendable {
    let name: String
    let isToMany: Bool
    /// See ``Projection/Append/omitsEmpty``.
    let omitsEmpty: Bool
    /// Whether the relation is followed from the related rows on; each of them then has one more key after those of ``appended``.
    let isRecursive: Bool
    /// The indexes, in a row of the collection, of the key that leads to the related rows.
    let ownColumns: [Int]
    /// Relations of the related rows.
    let appended: [RelatedRead]
    private let shape: RowShape
    /// The columns with the keys that lead on from a related row.
    private let nextColumns: [[Int]]
    private let rows: KeyList
    private let order: Statement

    /// - Parameters:
    ///   - collection: to which the relation belongs.
    ///   - shape: of its rows; selects the key that leads to the related rows.
    init(_ append: Projection.Append, of collection: Collection, _ shape: inout RowShape) throws {
        let (relation, target) = (append.relation, append.target)
        (name, isToMany, omitsEmpty, isRecursive) = (relation.name, relation.isToMany, append.omitsEmpty, append.isRecursive)
        ownColumns = relation.fields.map { shape.column(of: $0) }
        var inner = RowShape(fields: append.projection.fields, masked: target.rights.masked)
        appended = try append.projection.appends.map { try RelatedRead($0, of: target.collection, &inner) }
        nextColumns = appended.map(\.ownColumns) + (isRecursive ? [relation.fields.map { inner.column(of: $0) }] : [])
        self.shape = inner
        rows = KeyList(relation, of: collection, try RelatedRows(relation, target), target.dialect)
        order = try SortOrder([], target).clause
    }

    /// Reads the rows to which the keys lead.
    /// - Parameters:
    ///   - keys: distinct, without nulls, at least one.
    ///   - row: receives each row, the key that led to it, and the names of its fields whose values were cut.
    func read(
        _ keys: [[SQLValue]], _ connection: any Connection, limits: RowLimits,
        row receive: (ReadRow, _ key: [SQLValue], _ cut: [String]) throws -> RowDemand
    ) throws -> ReadSummary {
        let statement: Statement = "SELECT \(shape.selected(from: RecordCall.alias)), \(rows.selected) FROM \(rows.clause(keys))\(order)"
        let column = max(shape.columns.count, 1)
        return try connection.query(statement, limits: limits, columns: { _ in }) { row in
            let (read, cut) = try ReadRow.read(row, shape, isOne: false, next: nextColumns)
            return try receive(read, rows.key(row, from: column, of: keys), cut)
        }
    }
}

/// A row that was read, before its related rows are written into it.
struct ReadRow {
    /// The row as a JSON object without the closing brace.
    let json: [UInt8]
    /// The keys that lead to related rows, one for each relation; nil where a part of the key is null.
    let keys: [[SQLValue]?]

    /// - Parameter next: the indexes of the columns of each key.
    /// - Returns: the row, and the names of its fields whose values were cut.
    static func read(_ row: any Row, _ shape: RowShape, isOne: Bool, next: [[Int]]) throws -> (row: ReadRow, cut: [String]) {
        var writer = JSONWriter()
        let cut = try shape.write(row, isOne: isOne, to: &writer)
        let keys = next.map { columns -> [SQLValue]? in
            let key = columns.map { row.value($0) }
            return key.contains(.null) ? nil : key
        }
        return (ReadRow(json: writer.bytes, keys: keys), cut)
    }

    /// Begins the object again, for its related rows.
    func begin(_ writer: inout JSONWriter) {
        if json.count > 1 { writer.raw(json) } else { writer.beginObject() }
    }
}
