package import Access
import Catalog
package import JSON
import SQL
import SQLSyntax

/// The related rows of one row: `orders.lines` of the order with a key.
package struct Association: Sendable {
    /// A call on the collection of the related rows, narrowed to them.
    package let call: RecordCall
    let relation: Relation
    /// A call on the collection of the row.
    let source: RecordCall
    /// The primary key of the row.
    let row: [SQLValue]
    /// The row's values of the relation's fields; nil when it leads to no rows.
    let values: [SQLValue]?

    init(_ relation: Relation, to target: RecordCall, from source: RecordCall, row: [SQLValue], values: [SQLValue]) throws {
        self.relation = relation
        self.source = source
        self.row = row
        let known = values.contains(.null) ? nil : values
        self.values = known
        call = target.narrowed(to: try known.map { try Self.condition(relation, $0, target) } ?? "1 = 0")
    }

    /// A call on the whole collection of the related rows.
    var target: RecordCall { call.narrowed(to: nil) }

    /// A call on the join table; nil if there is none.
    var join: RecordCall? { relation.through.flatMap { source.join(of: $0) } }

    /// The values of a related row's foreign key.
    var foreignKey: [ServerValue] { Self.known(relation.targetFields, values ?? [], of: call.collection) }

    static func known(_ fields: [String], _ values: [SQLValue], of collection: Collection) -> [ServerValue] {
        zip(fields, values).compactMap { name, value in collection.field(name).map { ServerValue(field: $0, value: value) } }
    }

    /// The condition that selects the related rows.
    private static func condition(_ relation: Relation, _ values: [SQLValue], _ target: RecordCall) throws -> Statement {
        let alias = RecordCall.alias
        guard let through = relation.through else { return equal(relation.targetFields, values, of: target.collection, alias) }
        guard let join = target.join(of: through) else { return "1 = 0" }
        var conditions = Conditions()
        conditions.add(equal(through.fields, values, of: join.collection, RelatedRows.joinAlias))
        conditions.add(try join.rule(.view, alias: RelatedRows.joinAlias))
        let from = join.collection.reference(as: RelatedRows.joinAlias)
        let fields = through.targetFields.map(join.collection.field) + relation.targetFields.map(target.collection.field)
        // Whole numbers have one representation, so engines can find the rows by their key.
        if fields.allSatisfy({ $0?.type == .integer }) {
            let own = Statement.joined(relation.targetFields.map { "\(alias).\(Identifier($0))" }, by: ", ")
            let other = Statement.joined(through.targetFields.map { "\(RelatedRows.joinAlias).\(Identifier($0))" }, by: ", ")
            let among: Statement = target.dialect == .postgresql ? "\(EngineOperator.equal) ANY" : "IN"
            return "(\(own)) \(among) (SELECT \(other) FROM \(from)\(conditions.clause))"
        }
        for (field, other) in zip(through.targetFields, relation.targetFields) {
            let sign = Field.equal(join.collection.field(field), target.collection.field(other))
            conditions.add("\(RelatedRows.joinAlias).\(Identifier(field)) \(sign) \(alias).\(Identifier(other))")
        }
        return "EXISTS (SELECT 1 FROM \(from)\(conditions.clause))"
    }

    /// The condition that each field equals its value.
    static func equal(_ fields: [String], _ values: [SQLValue], of collection: Collection, _ alias: Identifier) -> Statement {
        let each = zip(fields, values).map { name, value -> Statement in
            let column: Statement = "\(alias).\(Identifier(name))"
            return collection.field(name).map { KeyColumn($0).equals(column, value) } ?? "\(column) \(EngineOperator.equal) \(value)"
        }
        return Statement.joined(each, by: " AND ")
    }

    /// Whether at most one row can be related.
    package var leadsToOne: Bool { !relation.isToMany }

    /// The key of the meant row; it may be absent if only one row can be related.
    /// - Throws: ``Refusal`` `invalidArgument`.
    package func key(_ given: JSONValue?) throws(Refusal) -> JSONValue? {
        guard given == nil, relation.isToMany else { return given }
        throw Refusal(.invalidArgument, "argument 'filterByTk': missing (expected the primary key of a row of \(relation.name))")
    }
}

extension Records {
    /// Follows a relation from one row; the caller must be able to see the row and the relation.
    /// - Parameters:
    ///   - name: of the relation.
    ///   - key: of the row (`sourceId`).
    ///   - call: on the row's collection.
    /// - Throws: ``Refusal`` `notFound` when there is no such row that the caller may see; `invalidArgument` for an unknown relation.
    package func association(_ name: String, of key: JSONValue, _ call: RecordCall) async throws -> Association {
        try call.require(.view)
        let (relation, target) = try call.enter(name, argument: "resource")
        guard key.array == nil else { throw Refusal(.invalidArgument, "sourceId: expected the primary key of one row") }
        let known = try RecordKey(key, KeyShape(call, argument: "sourceId"), call.dialect, argument: "sourceId")
        var conditions = Conditions()
        conditions.add(known.condition(call.dialect))
        conditions.add(try call.rule(.view))
        let primaryKey = call.collection.primaryKey
        let columns = Statement.joined((primaryKey + relation.fields).map { "\(RecordCall.alias).\(Identifier($0))" }, by: ", ")
        let question: Statement = "SELECT \(columns) FROM \(call.collection.reference(as: RecordCall.alias))\(conditions.clause) LIMIT 1"
        let found = try await read(call, isSmall: true) { try $0.first(question) { row in (0..<row.columnCount).map(row.value) } }
        guard let found else { throw Refusal(.notFound, "sourceId: there is no such row of \(call.collection.name) that you may view") }
        let count = primaryKey.count
        return try Association(relation, to: target, from: call, row: Array(found[..<count]), values: Array(found[count...]))
    }
}
