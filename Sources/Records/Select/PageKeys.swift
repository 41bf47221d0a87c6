import Catalog
import SQL
import SQLSyntax

/// The distinct values of a relation's key fields in the rows of a page. Values that differ in a byte are distinct, whatever the engine considers
/// equal.
struct PageKeys {
    static let alias = Identifier("p")

    private let relation: Relation
    private let collection: Collection
    private let from: Statement
    private let dialect: Dialect

    /// - Parameters:
    ///   - collection: of the page.
    ///   - from: the SQL after FROM in the statement of the page.
    init(_ relation: Relation, of collection: Collection, from: Statement, dialect: Dialect) {
        self.relation = relation
        self.collection = collection
        self.from = from
        self.dialect = dialect
    }

    var statement: Statement {
        let columns = relation.fields.indices.map { index -> Statement in
            let column: Statement = "\(RecordCall.alias).\(Identifier(relation.fields[index]))"
            return "\(exact(column, collection.field(relation.fields[index]))) AS \(Identifier("e\(index)")), \(column) AS \(Self.name(index))"
        }
        // The page is an inner query, because DISTINCT would apply before its limit.
        return "SELECT DISTINCT * FROM (SELECT \(Statement.joined(columns, by: ", ")) FROM \(from)) AS \(Identifier("q"))"
    }

    /// The columns of the values, in the order of the relation's fields.
    static func selected(_ relation: Relation) -> Statement {
        Statement.joined(relation.fields.indices.map { "\(alias).\(name($0))" }, by: ", ")
    }

    /// The condition that one of the keys leads to a related row, as the engine's foreign key compares.
    func matching(_ rows: RelatedRows) -> Statement {
        let conditions = relation.fields.indices.map { index -> Statement in
            let other = rows.fields[index]
            let equal = Field.equal(collection.field(relation.fields[index]), rows.collection.field(other))
            return "\(rows.alias).\(Identifier(other)) \(equal) \(Self.alias).\(Self.name(index))"
        }
        return Statement.joined(conditions, by: " AND ")
    }

    private static func name(_ index: Int) -> Identifier { Identifier("k\(index)") }

    /// An expression that differs whenever the bytes of the value differ.
    private func exact(_ column: Statement, _ field: Field?) -> Statement {
        // Uses the type's own output, because a cast would call a function that a user defined.
        if field?.extensionType?.comparison == .cast { return "CASE WHEN \(column) IS NOT NULL THEN \(engine: "concat")(\(column)) END" }
        return switch dialect {
        case .sqlite: "quote(\(column))"
        case .postgresql: "CAST(\(column) AS \(engine: "text")) COLLATE pg_catalog.\(Identifier("C"))"
        case .mysql: "CAST(\(column) AS BINARY)"
        }
    }
}
