import Access
import Catalog
import SQL

/// Rows of other collections that the values of a change refer to. If a rule limits which rows the caller views there, they must be among
/// those. Otherwise setting a key would reveal whether a row exists, and could make rules that use the relation reach other rows.
struct LinkedRows: Sendable {
    private let links: [(relation: String, fields: [String], question: Statement)]

    /// - Throws: ``Refusal`` `invalidArgument` when only a part of such a key is given: together with the row's other part it may name any
    ///   row.
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

    /// Checks the rows before any change.
    /// - Throws: ``Refusal`` `forbidden`, with the same text for a missing row and for one that the caller may not view.
    func check(_ connection: any Connection) throws {
        for link in links where try connection.first(link.question, { _ in true }) == nil {
            throw Refusal(
                .forbidden,
                "values: \(link.fields.joined(separator: ", ")): there is no such row of \(link.relation) that you may view; nothing was changed")
        }
    }
}

extension Field {
    /// Whether it gets a value when none is given.
    fileprivate var isFilled: Bool { hasDefault || isGenerated }
}
