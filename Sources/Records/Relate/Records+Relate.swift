import Access
import Catalog
package import JSON
import SQL
import SQLSyntax
import Store

extension Records {
    /// Changes which rows are related to one row, all or none: `{"data":"ok","meta":{"added":1,"removed":0}}`.
    ///
    /// The caller needs the right to update the row, and rights on the other rows that change: to update the rows of a `hasMany`, to create
    /// and destroy rows of a join table. It must be able to view every named row.
    /// - Parameter keys: of the rows, as `filterByTk`; with `set`, null or an empty array removes all.
    package func relate(_ change: RelationChange, _ keys: JSONValue?, _ association: Association) async throws -> RecordResult {
        try association.source.require(.update)
        try association.check(change)
        let named = try RelatedKeys(keys, association)
        guard !named.isEmpty || change == .set || !association.relation.isToMany else {
            throw Refusal(.invalidArgument, "argument 'filterByTk': missing (expected keys of rows of \(association.relation.name))")
        }
        let work = try RelationWork(association, now: now())
        let source = try ChangedRows([association.row], action: .update, association.source)
        let attempt: @Sendable (any Connection) throws -> RecordResult = { connection in
            try source.checkReached(connection)
            return Self.answer(try work.make(change, named, connection))
        }
        return try await association.source.changing { [association] in
            do {
                return try await association.source.commit(attempt)
            } catch let error as DatabaseError where error.constraint?.kind == .unique {
                // Another call may have related the rows in the meantime; the second attempt sees that.
                return try await association.source.commit(attempt)
            }
        }
    }

    /// Adds rows that are related to the row.
    package func create(_ request: CreateRequest, in association: Association) async throws -> RecordResult {
        let call = association.target
        try call.require(.create)
        let addition = try RelatedAddition(association, of: request.values, now: now())
        var request = request
        request.values = try await prepared(request.values, creates: true, call)
        let (insert, isOne) = (try insertion(of: request, known: addition.known, call), request.values.array == nil)
        let answer = try StoredRows(call, plans)
        return try await call.changing {
            try await call.commit { try answer.answer(addition.add($0, insert), isOne: isOne, $0) }
        }
    }

    private static func answer(_ counts: RelationCounts) -> RecordResult {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("data")
            writer.string("ok")
            writer.key("meta")
            writer.object { writer in
                writer.key("added")
                writer.int(counts.added)
                writer.key("removed")
                writer.int(counts.removed)
            }
        }
        return RecordResult(writer, rows: 0, changed: counts.added + counts.removed)
    }
}

extension RecordCall {
    /// A row that the call itself has added, with the values that foreign keys refer to.
    func related(_ key: [SQLValue], by fields: [String], _ connection: any Connection) throws -> RelatedRow {
        let columns = Statement.joined(fields.map { "\(Self.alias).\(Identifier($0))" }, by: ", ")
        let condition = RecordKey(keys: [key], of: collection).condition(dialect)
        let values = try connection.first("SELECT \(columns) FROM \(collection.reference(as: Self.alias)) WHERE \(condition)") { row in
            (0..<row.columnCount).map(row.value)
        }
        guard let values, !values.contains(.null) else { throw unreachable }
        return RelatedRow(key: key, values: values)
    }
}
