import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

/// Writes rows together with their related rows, inside one transaction that an error rolls back. Every row is written within the caller's rights on
/// its own collection, as if by a separate call.
struct NestedWrite: Sendable {
    /// Most nested levels of rows.
    private static let maximumDepth = 4

    let now: Timestamp
    /// Paths of relations whose rows get the values given with their keys: `author`, `author.region`.
    let written: [String]

    /// Adds a row with the related rows in its values.
    /// - Returns: its key.
    /// - Parameters:
    ///   - argument: of the values: `values`, `values.author`.
    ///   - path: of the relation that leads here: `author`; empty for the row itself.
    func insert(
        _ request: CreateRequest, argument: String, path: String = "", depth: Int = 0, known: [ServerValue] = [], _ call: RecordCall,
        _ connection: any Connection
    ) throws -> [SQLValue] {
        try call.require(.create)
        guard depth <= Self.maximumDepth else { throw Refusal(.invalidArgument, "\(argument): expected at most \(Self.maximumDepth) levels") }
        let values = try NestedValues(
            request.values, argument: argument, under: path, written: written, call, where: Self.isChosen(request.whitelist, request.blacklist))
        var own = request
        own.values = values.fields
        var keys: [ServerValue] = known
        for one in values.related where one.relation.kind == .belongsTo { keys += try foreignKey(of: one, depth, call, connection) }
        guard let key = try NewRows(own, known: keys, now: now, call).insert(connection).first else { throw call.unreachable }
        _ = try writeRelated(values, of: key, depth, call, connection)
        return key
    }

    /// Changes rows, with the related rows in the values.
    /// - Returns: the keys of the changed rows.
    func change(_ request: UpdateRequest, in rows: ChangedRows, _ call: RecordCall, _ connection: any Connection) throws -> [[SQLValue]] {
        let values = try NestedValues(
            request.values, argument: "values", under: "", written: written, call, where: Self.isChosen(request.whitelist, request.blacklist))
        var own = request
        own.values = values.fields
        var known: [ServerValue] = []
        for one in values.related where one.relation.kind == .belongsTo { known += try foreignKey(of: one, 0, call, connection) }
        let keys: [[SQLValue]]
        if known.isEmpty, values.fields.object?.isEmpty ?? true {
            keys = try rows.reached(connection)
        } else {
            keys = try RowChange(own, known: known, now: now, call).make(in: rows, connection)
        }
        try NestedValues.checkCount(of: request.values, times: max(keys.count, 1), call)
        var related = 0
        for key in keys {
            related += try writeRelated(values, of: key, 0, call, connection)
            // Rows that are no longer related are not in the given values.
            guard related <= RecordLimits.changedRows else {
                throw Refusal(
                    .limited,
                    "values: change more than the \(RecordLimits.changedRows) related rows that one call changes; name fewer; nothing was changed")
            }
        }
        return keys
    }

    private static func isChosen(_ whitelist: [String], _ blacklist: [String]) -> (String) -> Bool {
        { (whitelist.isEmpty || whitelist.contains($0)) && !blacklist.contains($0) }
    }

    /// The values of the foreign key for a relation whose key the row holds.
    private func foreignKey(of one: NestedValues.RelatedValues, _ depth: Int, _ call: RecordCall, _ connection: any Connection) throws
        -> [ServerValue]
    {
        guard let given = one.rows.first else {
            let fields = one.relation.fields.compactMap(call.collection.field).filter(\.isNullable)
            guard !fields.isEmpty else { throw Refusal(.invalidArgument, "\(one.argument): must not be null; nothing was changed") }
            return fields.map { ServerValue(field: $0, value: .null) }
        }
        let key: [SQLValue]
        switch given {
        case .new(let values):
            key = try insert(CreateRequest(values: .object(values)), argument: one.argument, path: one.path, depth: depth + 1, one.target, connection)
        case .known(let given, let others):
            key = try seen(given, one, connection)
            if one.isWritten, !others.isEmpty { try write(others, to: key, one.target, connection) }
        }
        let row = try one.target.related(key, by: one.relation.targetFields, connection)
        return Association.known(one.relation.fields, row.values, of: call.collection)
    }

    /// Sets the relations of one row whose keys are in other tables.
    /// - Returns: the number of existing rows that became related or unrelated.
    private func writeRelated(_ values: NestedValues, of key: [SQLValue], _ depth: Int, _ call: RecordCall, _ connection: any Connection) throws
        -> Int
    {
        var changed = 0
        for one in values.related where one.relation.kind != .belongsTo {
            let own = try call.related(key, by: one.relation.fields, connection)
            let association = try Association(one.relation, to: one.target, from: call, row: key, values: own.values)
            let work = try RelationWork(association, now: now)
            var keys: [JSONValue] = []
            for case .known(let key, _) in one.rows { keys.append(key) }
            let counts = try work.make(.set, RelatedKeys(.array(keys), association, argument: one.argument), connection)
            changed += counts.added + counts.removed
            for row in one.rows {
                switch row {
                case .known(let given, let others):
                    if one.isWritten, !others.isEmpty { try write(others, to: seen(given, one, connection), one.target, connection) }
                case .new(let values):
                    let isOwn = one.relation.hasKeyInTarget
                    let key = try insert(
                        CreateRequest(values: .object(values)), argument: one.argument, path: one.path, depth: depth + 1,
                        known: isOwn ? association.foreignKey : [], one.target, connection)
                    if !isOwn { try work.relate([one.target.related(key, by: one.relation.targetFields, connection)], connection) }
                }
            }
        }
        return changed
    }

    /// The stored key of an existing row.
    /// - Throws: ``Refusal`` `notFound` unless the caller may view it.
    private func seen(_ key: JSONValue, _ one: NestedValues.RelatedValues, _ connection: any Connection) throws -> [SQLValue] {
        let known = try RecordKey(key, KeyShape(one.target, argument: one.argument), one.target.dialect, argument: one.argument)
        let columns = Statement.joined(one.target.collection.primaryKey.map { "\(RecordCall.alias).\(Identifier($0))" }, by: ", ")
        var conditions = Conditions()
        conditions.add(known.condition(one.target.dialect))
        conditions.add(try one.target.rule(.view))
        let from = one.target.collection.reference(as: RecordCall.alias)
        let found = try connection.first("SELECT \(columns) FROM \(from)\(conditions.clause) LIMIT 1") { row in (0..<row.columnCount).map(row.value) }
        guard let found else {
            throw Refusal(.notFound, "\(one.argument): there is no such row of \(one.target.collection.name) that you may view; nothing was changed")
        }
        return found
    }

    private func write(_ values: JSONObject, to key: [SQLValue], _ target: RecordCall, _ connection: any Connection) throws {
        try target.require(.update)
        let change = try RowChange(UpdateRequest(values: .object(values)), now: now, target)
        guard try change.make(in: ChangedRows([key], action: .update, target), connection).count == 1 else {
            throw Refusal(.forbidden, "no right to change this row of \(target.collection.name); nothing was changed")
        }
    }
}
