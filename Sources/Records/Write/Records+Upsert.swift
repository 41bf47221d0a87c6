import Access
import Catalog
package import JSON
import SQL
import Store

/// A request to find the row with certain values, or add it.
package struct UpsertRequest: Hashable, Sendable {
    /// Fields of ``values`` by which the row is searched.
    package var filterKeys: [String]
    /// An object by field names.
    package var values: JSONValue
    package var whitelist: [String] = []
    package var blacklist: [String] = []
    /// Relations in ``values`` whose existing rows get the values given with their keys.
    package var writtenRelations: [String] = []

    package init(filterKeys: [String], values: JSONValue) {
        self.filterKeys = filterKeys
        self.values = values
    }
}

extension Records {
    /// The first row, by its key, with the values of the filter keys; if there is none that the caller may see, a new row.
    ///
    /// Two simultaneous calls add only one row if the filter keys have a unique index.
    /// - Parameter association: if given, the row is searched among its related rows, or added to them.
    package func firstOrCreate(_ request: UpsertRequest, in association: Association? = nil, _ call: RecordCall) async throws -> RecordResult {
        try await upsert(prepared(request, call), [.view, .create], association, call) { _, key in (key, false) }
    }

    /// The same, but a found row is changed to the values.
    package func updateOrCreate(_ request: UpsertRequest, in association: Association? = nil, _ call: RecordCall) async throws -> RecordResult {
        let (order, now) = (try await prepared(request, call), now())
        return try await upsert(order, [.view, .create, .update], association, call) { connection, key in
            var update = UpdateRequest(values: order.values)
            (update.whitelist, update.blacklist) = (order.whitelist, order.blacklist)
            let rows = try ChangedRows([key], action: .update, call)
            let nested = NestedWrite(now: now, written: order.writtenRelations)
            guard let changed = try nested.change(update, in: rows, call, connection).first else { throw call.unreachable }
            return (changed, true)
        }
    }

    private func prepared(_ request: UpsertRequest, _ call: RecordCall) async throws -> UpsertRequest {
        var request = request
        request.values = try await prepared(request.values, creates: true, call)
        return request
    }

    /// - Parameter found: handles an existing row; returns its key, and whether it was changed.
    private func upsert(
        _ request: UpsertRequest, _ needed: [RecordAction], _ association: Association?, _ call: RecordCall,
        found: @escaping @Sendable (any Connection, [SQLValue]) throws -> ([SQLValue], Bool)
    ) async throws -> RecordResult {
        for action in needed { try call.require(action) }
        let question = try Self.question(request, call)
        var create = CreateRequest(values: request.values)
        (create.whitelist, create.blacklist, create.writtenRelations) = (request.whitelist, request.blacklist, request.writtenRelations)
        let (order, all) = (create, call.narrowed(to: nil))
        let addition = try association.map { try RelatedAddition($0, of: request.values, now: now()) }
        let answer = try StoredRows(call, plans)
        let attempt: @Sendable (any Connection) throws -> RecordResult = { connection in
            if let there = try connection.first(question, { row in (0..<row.columnCount).map(row.value) }) {
                let (key, isChanged) = try found(connection, there)
                return try answer.answer([key], isOne: true, changed: isChanged ? 1 : 0, connection)
            }
            let insert = try self.insertion(of: order, known: addition?.known ?? [], all)
            return try answer.answer(addition?.add(connection, insert) ?? insert(connection), isOne: true, connection)
        }
        return try await call.changing {
            do {
                return try await call.commit(attempt)
            } catch let error as DatabaseError where error.constraint?.kind == .unique {
                // Another call may have added the row in the meantime; the second attempt finds it.
                return try await call.commit(attempt)
            }
        }
    }

    /// The statement that selects the key of the searched row.
    private static func question(_ request: UpsertRequest, _ call: RecordCall) throws -> Statement {
        guard let values = request.values.object else {
            throw Refusal(.invalidArgument, "values: expected an object of fields, found \(FieldValue.shown(request.values))")
        }
        guard !request.filterKeys.isEmpty else {
            throw Refusal(.invalidArgument, "filterKeys: expected the names of fields of values by which the row is found")
        }
        let equal = try request.filterKeys.map { name throws(Refusal) -> JSONValue in
            guard let value = values[name], !value.isNull else {
                throw Refusal(.invalidArgument, "filterKeys: '\(name.prefix(60))' has no value in values to find the row by; nothing was changed")
            }
            return .object([name: ["$eq": value]])
        }
        var conditions = Conditions()
        conditions.add(try call.rule(.view))
        conditions.add(call.narrowing)
        conditions.add(try call.condition(["$and": .array(equal)]))
        let columns = Statement.joined(call.collection.primaryKey.map { "\(RecordCall.alias).\(Identifier($0))" }, by: ", ")
        let order = try SortOrder([], call).clause
        return "SELECT \(columns) FROM \(call.collection.reference(as: RecordCall.alias))\(conditions.clause)\(order) LIMIT 1"
    }
}
