import Catalog
import SQL
import SQLSyntax

/// The keys of rows that were read, as the part of a statement that finds the rows to which a relation leads from them.
///
/// The number of keys in a statement is a power of two, so that few statements are prepared.
struct KeyList: Sendable {
    private static let alias = Identifier("p")
    private static let position = Identifier("n")

    /// Columns after those of a related row, from which ``key(_:from:of:)`` tells the key that led to the row.
    let selected: Statement
    /// Whether each key is one whole number. Such values have one representation; others can be equal for the engine and differ in bytes
    /// (case, 1.5 and 1.50), so there the engine joins the list of the keys.
    private let isPlain: Bool
    private let relation: Relation
    private let collection: Collection
    private let rows: RelatedRows
    private let dialect: Dialect

    /// - Parameter collection: of the rows with the keys.
    init(_ relation: Relation, of collection: Collection, _ rows: RelatedRows, _ dialect: Dialect) {
        let fields = relation.fields.map(collection.field) + rows.fields.map(rows.collection.field)
        isPlain = relation.fields.count == 1 && fields.allSatisfy { $0?.type == .integer }
        selected = isPlain ? rows.selectedFields : "\(Self.alias).\(Self.position)"
        (self.relation, self.collection, self.rows, self.dialect) = (relation, collection, rows, dialect)
    }

    /// The SQL after FROM that selects the related rows of the keys.
    func clause(_ keys: [[SQLValue]]) -> Statement {
        guard isPlain else { return rows.clause(joining: " JOIN \(listed(keys)) ON \(matching)") }
        return rows.clause(where: "\(rows.selectedFields) \(among(keys.map { $0[0] }))")
    }

    /// The one of the keys that led to a row.
    /// - Parameter column: the index of ``selected`` in the row.
    func key(_ row: any Row, from column: Int, of keys: [[SQLValue]]) -> [SQLValue] {
        isPlain ? [row.value(column)] : keys[Int(row.int(column) ?? 1) - 1]
    }

    private static func name(_ index: Int) -> Identifier { Identifier("k\(index)") }

    private static func room(for count: Int) -> Int {
        var room = 1
        while room < count { room *= 2 }
        return room
    }

    private func among(_ values: [SQLValue]) -> Statement {
        let repeated = repeatElement(values[values.count - 1], count: Self.room(for: values.count) - values.count)
        let list = Statement.joined((values + repeated).map { "\($0)" }, by: ", ")
        // On PostgreSQL `IN` would look its operator up along the search path.
        guard dialect == .postgresql else { return "IN (\(list))" }
        return "\(EngineOperator.equal) ANY (CAST(ARRAY[\(list)] AS \(engine: "int8")[]))"
    }

    /// The keys as a table with their positions, from 1 on. Its first row, without a key, gives its columns their types.
    private func listed(_ keys: [[SQLValue]]) -> Statement {
        let missing = repeatElement(relation.fields.map { _ in SQLValue.null }, count: Self.room(for: keys.count) - keys.count)
        let values = (keys + missing).enumerated().map { index, key -> Statement in
            let position: Statement = "\(literal: .int(Int64(index + 1)))"
            return Statement.joined([position] + key.map { "\($0)" as Statement }, by: ", ")
        }
        let columns = relation.fields.map { "\(RecordCall.alias).\(Identifier($0))" as Statement }
        let from = collection.reference(as: RecordCall.alias)
        switch dialect {
        case .postgresql:
            let none = columns.map { "(SELECT \($0) FROM \(from) WHERE FALSE)" as Statement }
            let rows = Statement.joined([Statement.joined(["0" as Statement] + none, by: ", ")] + values, by: "), (")
            let names = Statement.joined(([Self.position] + columns.indices.map(Self.name)).map { "\($0)" as Statement }, by: ", ")
            return "(VALUES (\(rows))) AS \(Self.alias) (\(names))"
        case .sqlite:
            let none = Statement.joined(columns.indices.map { "NULL AS \(Self.name($0))" as Statement }, by: ", ")
            return "(SELECT 0 AS \(Self.position), \(none) UNION ALL VALUES (\(Statement.joined(values, by: "), (")))) AS \(Self.alias)"
        case .mysql:
            let none = Statement.joined(zip(columns, columns.indices).map { "\($0) AS \(Self.name($1))" as Statement }, by: ", ")
            let rows = Statement.joined(values, by: " UNION ALL SELECT ")
            return "(SELECT 0 AS \(Self.position), \(none) FROM \(from) WHERE 1 = 0 UNION ALL SELECT \(rows)) AS \(Self.alias)"
        }
    }

    /// The condition that a key leads to a related row, as the engine's foreign key compares.
    private var matching: Statement {
        let conditions = relation.fields.indices.map { index -> Statement in
            let other = rows.fields[index]
            let equal = Field.equal(collection.field(relation.fields[index]), rows.collection.field(other))
            return "\(rows.alias).\(Identifier(other)) \(equal) \(Self.alias).\(Self.name(index))"
        }
        return Statement.joined(conditions, by: " AND ")
    }
}
