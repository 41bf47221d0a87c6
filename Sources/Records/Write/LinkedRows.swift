import Access
import Catalog
import SQL

/// Rows of other collections that the values of a change refer to. Where a rule narrows what the caller views there, they must be among those rows.
/// Otherwise setting a key would reveal whether a row exists, and could make rules that use the relation reach rows that they should not.
struct LinkedRows: Sendable {
    private let links: [(relation: String, fields: [String], question: Statement)]

    /// - Throws: ``Refusal`` `invalidArgument` when a part of such a key is given, whose other part the row has: together they may name any row.
    init(_ assignments: [(column: Identifier, value: SQLValue)], of action: RecordAction, _ call: RecordCall) throws {
        let values = Dictionary(assignments.map { ($0.column.name, $0.value) }) { $1 }
        links = try call.collection.relations.compactMap { relation in
            let given = relation.fields.compactMap { values[$0] }
            guard relation.kind == .belongsTo, !given.isEmpty, !given.contains(.null), let target = call.catalog(relation.target) else { return nil }
            let there = call.on(target)
            guard there.rights.allows(.view), let rule = try there.rule(.view) else { return nil }
            let missing = relation.fields.filter { values[$0] == nil }
            guard missing.isEmpty else {
                guard action == .update || missing.allSatisfy({ call.collection.field($0)?.isFilled == true }) else { return nil }
                throw Refusal(
                    .invalidArgument,
                    "values: \(relation.fields.joined(separator: ", ")) name one row of \(relation.name): give them together; nothing was changed")
            }
            let keys = zip(relation.targetFields, given).map { field, value -> Statement in
                let known = target.field(field)
                return "\(RecordCall.alias).\(Identifier(field)) \(target.sign(.equal, of: field)) \(known?.typed("\(value)") ?? "\(value)")"
            }
            let condition = Statement.joined(keys + [rule], by: " AND ")
            let from = target.reference(as: RecordCall.alias)
            return (relation.name, relation.fields, "SELECT 1 FROM \(from) WHERE \(condition)")
        }
    }

    /// Before anything is changed.
    /// - Throws: ``Refusal`` `forbidden`, the same for a row that is not there and for one that the caller may not view.
    func check(_ connection: any Connection) throws {
        for link in links where try connection.first(link.question, { _ in true }) == nil {
            throw Refusal(
                .forbidden,
                "values: \(link.fields.joined(separator: ", ")): there is no such row of \(link.relation) that you may view; nothing was changed")
        }
    }
}

extension Field {
    /// Whether it has a value where none is given.
    fileprivate var isFilled: Bool { hasDefault || isGenerated }
}
