import Access
import Catalog
import SQL

/// A field of the collection, or of a row that it belongs to, as an expression on the collection's alias.
struct FieldExpression {
    let field: Field
    let expression: Statement
    let isNullable: Bool

    /// - Parameter path: a field, or a to-one relation and a field of it: `customer.name`.
    init(_ path: String, argument: String, _ call: RecordCall) throws {
        // The name of a field may hold dots of its own.
        guard path.contains("."), call.collection.field(path) == nil else {
            field = try call.open(path, argument: argument)
            isNullable = field.isNullable && !call.collection.primaryKey.contains(field.name)
            expression = "\(RecordCall.alias).\(Identifier(field.name))"
            return
        }
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let (relation, target) = try call.enter(names[0], argument: argument, for: .compared)
        guard names.count == 2, relation.kind == .belongsTo else {
            throw Refusal(.invalidArgument, "\(argument): expected a field, or a field behind one to-one relation such as \"customer.name\"")
        }
        field = try target.open(names[1], argument: argument)
        isNullable = true
        let alias = Identifier("s")
        var conditions = Conditions()
        for (own, other) in zip(relation.fields, relation.targetFields) {
            let equal = Field.equal(call.collection.field(own), target.collection.field(other))
            conditions.add("\(alias).\(Identifier(other)) \(equal) \(RecordCall.alias).\(Identifier(own))")
        }
        conditions.add(try target.rule(.view, alias: alias))
        expression = "(SELECT \(alias).\(Identifier(field.name)) FROM \(target.collection.reference(as: alias))\(conditions.clause))"
    }
}
