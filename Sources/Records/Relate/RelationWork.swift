import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

/// Relates rows to one row and removes them from the relation: by changing the row itself, the related rows, or the join table, depending
/// on the relation's kind.
struct RelationWork: Sendable {
    private let association: Association
    private let now: Timestamp

    init(_ association: Association, now: Timestamp) throws(Refusal) {
        self.association = association
        self.now = now
        guard association.values != nil || association.relation.kind == .belongsTo else {
            throw Refusal(
                .invalidArgument,
                "sourceId: the row has no \(association.relation.fields.joined(separator: ", ")) by which rows could be related; nothing was changed")
        }
        guard association.relation.kind != .belongsToMany || association.join != nil else {
            throw association.source.unknown(association.relation.name, argument: "resource")
        }
    }

    /// Runs inside a writing transaction, which an error rolls back.
    func make(_ change: RelationChange, _ named: RelatedKeys, _ connection: any Connection) throws -> RelationCounts {
        try checkOne(named)
        guard association.relation.kind != .belongsTo else { return try makeToOne(change, named, connection) }
        let (gone, new): ([RelatedRow], [RelatedRow])
        switch change {
        // Without names, all related rows are removed, if there can only be one.
        case .remove: (gone, new) = (try named.isEmpty ? named.allRelated(connection) : named.related(connection), [])
        case .add:
            let there = Set(try named.related(connection))
            (gone, new) = ([], try named.rows(connection).filter { !there.contains($0) })
        case .toggle:
            let there = try named.related(connection)
            (gone, new) = (there, try named.rows(connection).filter { !there.contains($0) })
        case .set:
            let (rows, there) = (try named.rows(connection), try named.allRelated(connection))
            (gone, new) = (Array(Set(there).subtracting(rows)), rows.filter { !there.contains($0) })
        }
        try unrelate(gone, connection)
        try relate(new, connection)
        return RelationCounts(added: new.count, removed: gone.count)
    }

    private func checkOne(_ named: RelatedKeys) throws(Refusal) {
        guard !association.relation.isToMany, named.count > 1 else { return }
        throw Refusal(.invalidArgument, "filterByTk: '\(association.relation.name)' leads to one row; nothing was changed")
    }

    private func makeToOne(_ change: RelationChange, _ named: RelatedKeys, _ connection: any Connection) throws -> RelationCounts {
        let there = try named.allRelated(connection)
        if change == .remove {
            let gone = named.isEmpty ? there : try named.related(connection)
            if !gone.isEmpty { try setSource(nil, connection) }
            return RelationCounts(removed: gone.count)
        }
        guard let row = try named.rows(connection).first else {
            if association.values != nil { try setSource(nil, connection) }
            return RelationCounts(removed: association.values == nil ? 0 : 1)
        }
        guard !there.contains(row) else { return RelationCounts() }
        try setSource(row, connection)
        return RelationCounts(added: 1, removed: association.values == nil ? 0 : 1)
    }

    /// Relates unrelated rows.
    func relate(_ rows: [RelatedRow], _ connection: any Connection) throws {
        guard let first = rows.first else { return }
        switch association.relation.kind {
        case .belongsTo: try setSource(first, connection)
        case .hasOne, .hasMany: try setForeignKey(association.foreignKey, of: rows, connection)
        case .belongsToMany:
            guard let join = association.join, let through = association.relation.through, let values = association.values else { return }
            try join.require(.create)
            let own = Association.known(through.fields, values, of: join.collection)
            for row in rows {
                let other = Association.known(through.targetFields, row.values, of: join.collection)
                _ = try NewRows(CreateRequest(values: [:]), known: own + other, now: now, join).insert(connection)
            }
        }
    }

    /// Removes related rows.
    private func unrelate(_ rows: [RelatedRow], _ connection: any Connection) throws {
        guard !rows.isEmpty else { return }
        guard let join = association.join, let through = association.relation.through, let values = association.values else {
            let fields = association.foreignKey.map(\.field).filter(\.isNullable)
            guard !fields.isEmpty else {
                throw Refusal(
                    .invalidArgument,
                    "'\(association.relation.name)': its rows must belong to one: add them to another row, or destroy them; nothing was changed")
            }
            return try setForeignKey(fields.map { ServerValue(field: $0, value: .null) }, of: rows, connection)
        }
        try join.require(.destroy)
        let others = rows.map { "(\(Association.equal(through.targetFields, $0.values, of: join.collection, RecordCall.alias)))" as Statement }
        let own = Association.equal(through.fields, values, of: join.collection, RecordCall.alias)
        let links = try ChangedRows(rows: "\(own) AND (\(Statement.joined(others, by: " OR ")))", action: .destroy, join)
        guard try RowDeletion(join, at: now).make(in: links, connection) >= rows.count else { throw join.lockedLinks }
    }

    private func setForeignKey(_ values: [ServerValue], of rows: [RelatedRow], _ connection: any Connection) throws {
        let target = association.target
        try target.require(.update)
        let change = try RowChange(setting: values, now: now, target)
        let changed = try change.make(in: ChangedRows(rows.map(\.key), action: .update, target), connection)
        guard changed.count == rows.count else { throw target.lockedLinks }
    }

    /// - Parameter row: nil to remove the relation.
    private func setSource(_ row: RelatedRow?, _ connection: any Connection) throws {
        let (source, relation) = (association.source, association.relation)
        let fields = relation.fields.compactMap(source.collection.field)
        let values: [ServerValue]
        if let row {
            values = Association.known(relation.fields, row.values, of: source.collection)
        } else {
            values = fields.filter(\.isNullable).map { ServerValue(field: $0, value: .null) }
            guard !values.isEmpty else { throw Refusal(.invalidArgument, "'\(relation.name)': must not be empty; nothing was changed") }
        }
        let change = try RowChange(setting: values, now: now, source)
        guard try change.make(in: ChangedRows([association.row], action: .update, source), connection).count == 1 else {
            throw source.lockedLinks
        }
    }
}

extension RecordCall {
    /// The same text for every row that the caller may not change, so that the reason stays hidden.
    fileprivate var lockedLinks: Refusal {
        Refusal(.forbidden, "no right to change all of these rows of \(collection.name); nothing was changed")
    }
}
