import Access
import Catalog
import SQL
import SQLSyntax

/// The related rows that the caller may view, as SQL after FROM, and the table with the values that lead to them: the target table, or the
/// join table.
struct RelatedRows {
    /// The alias of the join table; the target has ``RecordCall/alias``.
    static let joinAlias = Identifier("j")

    /// The alias of the table with ``fields``.
    let alias: Identifier
    let collection: Collection
    /// Fields that match the relation's fields one by one.
    let fields: [String]
    private let from: Statement
    private var conditions = Conditions()

    /// - Parameter target: a call on the related collection from ``RecordCall/target(of:)``.
    init(_ relation: Relation, _ target: RecordCall) throws {
        let rows = target.collection.reference(as: RecordCall.alias)
        conditions.add(try target.rule(.view))
        guard let through = relation.through else {
            (alias, collection, fields, from) = (RecordCall.alias, target.collection, relation.targetFields, rows)
            return
        }
        guard let join = target.join(of: through) else { throw Refusal(.forbidden, "no right to view \(relation.name)") }
        (alias, collection, fields) = (Self.joinAlias, join.collection, through.fields)
        let equal = zip(through.targetFields, relation.targetFields).map { field, other -> Statement in
            let sign = Field.equal(join.collection.field(field), target.collection.field(other))
            return "\(Self.joinAlias).\(Identifier(field)) \(sign) \(RecordCall.alias).\(Identifier(other))"
        }
        from = "\(rows) JOIN \(join.collection.reference(as: Self.joinAlias)) ON \(Statement.joined(equal, by: " AND "))"
        conditions.add(try join.rule(.view, alias: Self.joinAlias))
    }

    /// The values that lead to each row, separated by commas.
    var selectedFields: Statement { Statement.joined(fields.map { "\(alias).\(Identifier($0))" }, by: ", ") }

    /// The SQL after FROM.
    /// - Parameters:
    ///   - joined: further tables.
    ///   - condition: on the rows, in addition to the caller's rights.
    func clause(joining joined: Statement = Statement(), where condition: Statement? = nil) -> Statement {
        var all = conditions
        all.add(condition)
        return from + joined + all.clause
    }
}
