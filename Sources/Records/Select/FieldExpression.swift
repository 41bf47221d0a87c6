import Access
import Catalog
import SQL

/// A field of the collection, or of a row that it belongs to, as a SQL expression on the collection's alias.
struct FieldExpression {
    let field: Field
    let expression: Statement
    let isNullable: Bool

    /// Most to-one relations on the path to a field.
    static let maximumRelations = 8

    /// - Parameter path: a field, or to-one relations and a field of the last one's target: `customer.name`, `customer.region.name`.
    init(_ path: String, argument: String, _ call: RecordCall) throws {
        // A field name may contain dots.
        guard path.contains("."), call.collection.field(path) == nil else {
            field = try call.open(path, argument: argument)
            isNullable = field.isNullable && !call.collection.primaryKey.contains(field.name)
            expression = "\(RecordCall.alias).\(Identifier(field.name))"
            return
        }
        var rest = path[...]
        var (here, alias) = (call, RecordCall.alias)
        var tables: [Statement] = []
        var conditions = Conditions()
        var chosen: [Statement] = []
        while let dot = rest.firstIndex(of: "."), here.collection.field(String(rest)) == nil {
            let (relation, target) = try here.enter(String(rest[..<dot]), argument: argument, for: .compared)
            guard !relation.isToMany, tables.count < Self.maximumRelations else {
                throw Refusal(
                    .invalidArgument,
                    "\(argument): expected a field, or a field behind at most \(Self.maximumRelations) relations to one such as \"customer.name\"")
            }
            let there = Identifier("s\(tables.count + 1)")
            for (own, other) in zip(relation.fields, relation.targetFields) {
                let equal = Field.equal(here.collection.field(own), target.collection.field(other))
                conditions.add("\(there).\(Identifier(other)) \(equal) \(alias).\(Identifier(own))")
            }
            conditions.add(try target.rule(.view, alias: there))
            tables.append(target.collection.reference(as: there))
            if relation.kind == .hasOne { chosen += target.collection.primaryKey.map { "\(there).\(Identifier($0))" } }
            (here, alias, rest) = (target, there, rest[rest.index(after: dot)...])
        }
        field = try here.open(String(rest), argument: argument)
        isNullable = true
        // An attached table may have several rows with the key; the first is used, as in results.
        let first: Statement = chosen.isEmpty ? "" : " ORDER BY \(Statement.joined(chosen, by: ", ")) LIMIT 1"
        expression = "(SELECT \(alias).\(Identifier(field.name)) FROM \(Statement.joined(tables, by: ", "))\(conditions.clause)\(first))"
    }
}
