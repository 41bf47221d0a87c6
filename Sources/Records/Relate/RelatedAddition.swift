import Access
import Catalog
import JSON
import SQL
import Store

/// Adds rows that are related to one row: with a foreign key in the new rows, in the row itself, or in a join table.
struct RelatedAddition: Sendable {
    private let association: Association
    /// Nil if the added rows have the foreign key.
    private let work: (relation: RelationWork, source: ChangedRows)?

    /// - Parameter values: of one row, or an array of rows.
    /// - Throws: ``Refusal`` when such rows cannot be related.
    init(_ association: Association, of values: JSONValue, now: Timestamp) throws {
        self.association = association
        let relation = association.relation
        guard association.values != nil || relation.kind == .belongsTo else {
            throw Refusal(
                .invalidArgument,
                "sourceId: the row has no \(relation.fields.joined(separator: ", ")) to which rows of \(relation.name) could belong; nothing was changed"
            )
        }
        guard relation.isToMany || values.array == nil else {
            throw Refusal(.invalidArgument, "values: '\(relation.name)' leads to one row: expected an object; nothing was changed")
        }
        guard !relation.hasKeyInTarget else {
            work = nil
            return
        }
        try association.source.require(.update)
        work = (try RelationWork(association, now: now), try ChangedRows([association.row], action: .update, association.source))
    }

    /// Values that every added row gets.
    var known: [ServerValue] { work == nil ? association.foreignKey : [] }

    /// Runs inside a writing transaction, which an error rolls back.
    /// - Parameter insert: adds the rows, with the values of ``known``, and returns their keys.
    /// - Throws: ``Refusal`` `conflict` if only one row can be related and the caller sees that it exists.
    func add(_ connection: any Connection, _ insert: (any Connection) throws -> [[SQLValue]]) throws -> [[SQLValue]] {
        guard let work else {
            guard try association.relation.kind != .hasOne || RelatedKeys(nil, association).allRelated(connection).isEmpty else {
                throw Refusal(
                    .conflict, "'\(association.relation.name)' leads to one row, which is there: update it, or remove it first; nothing was changed")
            }
            return try insert(connection)
        }
        try work.source.checkReached(connection)
        let (keys, target) = (try insert(connection), association.target)
        try work.relation.relate(keys.map { try target.related($0, by: association.relation.targetFields, connection) }, connection)
        return keys
    }
}
