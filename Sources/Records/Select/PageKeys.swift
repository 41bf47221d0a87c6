import Catalog
import SQL
import SQLSyntax

/// The values that the rows of a page have in the fields of a relation: each once, two that differ in a byte apart, whatever the engine calls equal.
struct PageKeys {
    static let alias = Identifier("p")

    private let relation: Relation
    private let collection: Collection
    private let from: Statement
    private let dialect: Dialect

    /// - Parameters:
    ///   - collection: of the page.
    ///   - from: what stands after FROM in the statement of the page.
    init(_ relation: Relation, of collection: Collection, from: Statement, dialect: Dialect) {
        self.relation = relation
        self.collection = collection
        self.from = from
        self.dialect = dialect
    }

    var statement: Statement {
        let columns = relation.fields.indices.map { index -> Statement in
            let column: Statement = "\(RecordCall.alias).\(Identifier(relation.fields[index]))"
            return "\(exact(column, collection.field(relation.fields[index]))) AS \(Identifier("e\(index)")), \(column) AS \(name(index))"
        }
        // The page first: DISTINCT would come before its limit.
        return "SELECT DISTINCT * FROM (SELECT \(Statement.joined(columns, by: ", ")) FROM \(from)) AS \(Identifier("q"))"
    }

    /// The values, in the order of the relation's fields.
    var selected: Statement { Statement.joined(relation.fields.indices.map { "\(Self.alias).\(name($0))" }, by: ", ") }

    /// The condition that a row of the target has one of the keys, as the engine's foreign key compares.
    func matching(_ target: Collection, _ alias: Identifier) -> Statement {
        let conditions = relation.fields.indices.map { index -> Statement in
            let other = relation.targetFields[index]
            let equal = Field.equal(collection.field(relation.fields[index]), target.field(other))
            return "\(alias).\(Identifier(other)) \(equal) \(Self.alias).\(name(index))"
        }
        return Statement.joined(conditions, by: " AND ")
    }

    private func name(_ index: Int) -> Identifier { Identifier("k\(index)") }

    /// What differs wherever the value does.
    private func exact(_ column: Statement, _ field: Field?) -> Statement {
        // By the type's own output, where a cast would call what somebody made.
        if field?.extensionType?.comparison == .cast { return "CASE WHEN \(column) IS NOT NULL THEN \(engine: "concat")(\(column)) END" }
        return switch dialect {
        case .sqlite: "quote(\(column))"
        case .postgresql: "CAST(\(column) AS \(engine: "text")) COLLATE pg_catalog.\(Identifier("C"))"
        case .mysql: "CAST(\(column) AS BINARY)"
        }
    }
}
