import Access
import Catalog
import JSON
import SQL

/// A row of a relation's target: its primary key, and its value in the column that the foreign key refers to.
struct RelatedRow: Hashable, Sendable {
    let key: [SQLValue]
    /// Of the relation's target fields.
    let values: [SQLValue]
}

/// The related rows that a change names, looked up inside its transaction.
struct RelatedKeys: Sendable {
    private let association: Association
    private let key: RecordKey?
    private let rule: Statement?

    private let argument: String

    /// - Parameters:
    ///   - keys: as `filterByTk`; nil, null and an empty array name no row.
    ///   - argument: the name of the keys in a refusal.
    init(_ keys: JSONValue?, _ association: Association, argument: String = "filterByTk") throws {
        self.association = association
        self.argument = argument
        let isNone = keys?.isNull ?? true || keys?.array?.isEmpty ?? false
        key =
            isNone
            ? nil
            : try keys.map {
                try RecordKey($0, KeyShape(association.call, argument: argument), association.call.dialect, argument: argument)
            }
        rule = try association.target.rule(.view)
    }

    var isEmpty: Bool { key == nil }
    var count: Int { Set(key?.keys ?? []).count }

    /// - Throws: ``Refusal`` `notFound` unless the caller may view each of them.
    func rows(_ connection: any Connection) throws -> [RelatedRow] {
        guard let key else { return [] }
        let found = try rows(where: [key.condition(association.call.dialect)], connection)
        guard found.count == count else {
            throw Refusal(
                .notFound, "\(argument): there is no such row of \(association.call.collection.name) that you may view; nothing was changed")
        }
        return found
    }

    /// The named rows that are related.
    func related(_ connection: any Connection) throws -> [RelatedRow] {
        guard let key else { return [] }
        return try rows(where: [key.condition(association.call.dialect), association.call.narrowing], connection)
    }

    /// All related rows that the caller may view.
    /// - Throws: ``Refusal`` `limited` when there are more than one call may change.
    func allRelated(_ connection: any Connection) throws -> [RelatedRow] {
        let found = try rows(where: [association.call.narrowing], connection)
        guard found.count <= RecordLimits.changedRows else {
            throw Refusal(
                .limited,
                "'\(association.relation.name)' leads to more than the \(RecordLimits.changedRows) rows that one call changes; "
                    + "use add and remove; nothing was changed")
        }
        return found
    }

    private func rows(where those: [Statement?], _ connection: any Connection) throws -> [RelatedRow] {
        let collection = association.call.collection
        var conditions = Conditions()
        conditions.add(rule)
        for condition in those { conditions.add(condition) }
        let names = collection.primaryKey + association.relation.targetFields
        let columns = Statement.joined(names.map { "\(RecordCall.alias).\(Identifier($0))" }, by: ", ")
        let from = collection.reference(as: RecordCall.alias)
        let count = collection.primaryKey.count
        return try connection.all("SELECT \(columns) FROM \(from)\(conditions.clause) LIMIT \(RecordLimits.changedRows + 1)") { row in
            let values = (0..<row.columnCount).map(row.value)
            return RelatedRow(key: Array(values[..<count]), values: Array(values[count...]))
        }
    }
}
