import Access
import Catalog
import SQL
import SQLSyntax

/// The related rows that the caller may view, as they appear after FROM, and the place of the values that lead to them: in the target table, or in
/// the join table.
struct RelatedRows {
    /// Of the join table. The target's is ``RecordCall/alias``.
    static let joinAlias = Identifier("j")

    /// Of the collection that has ``fields``.
    let alias: Identifier
    let collection: Collection
    /// They match the relation's fields one by one.
    let fields: [String]
    private let from: Statement
    private var conditions = Conditions()

    /// - Parameter target: on the related collection, as ``RecordCall/target(of:)`` gives it.
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

    /// What follows FROM.
    /// - Parameters:
    ///   - joined: further tables.
    ///   - condition: what the rows meet beside the caller's rights.
    func clause(joining joined: Statement = Statement(), where condition: Statement? = nil) -> Statement {
        var all = conditions
        all.add(condition)
        return from + joined + all.clause
    }
}
