import Access
import JSON
import SQL
import SQLSyntax

extension Records {
    /// One row by its key as `{"data":{…}}`, `{"data":null}` when there is none that the caller may see; an array of keys gives an array of rows.
    package func get(_ request: GetRequest, _ call: RecordCall) async throws -> RecordResult {
        try call.require(.view)
        let plan = try plans.plan(fields: request.fields, except: request.except, appends: request.appends, call)
        let key = try request.key.map { try RecordKey($0, try plan.key ?? KeyShape(call), call.dialect) }
        guard key != nil || call.narrowing != nil else {
            throw Refusal(.invalidArgument, "argument 'filterByTk': missing (expected the row's primary key)")
        }
        let isOne = request.key?.array == nil
        let filter = try call.condition(request.filter)
        let read = try reading(key, filter, isOne: isOne, plan, call)
        let actions = request.tellsActions ? try AllowedActions(call, tail: tail(key, filter, isOne: isOne, call)) : nil
        return try await self.read(call, isSmall: (key?.keys.count ?? 1) <= Self.inlinePageSize) { connection in
            var writer = JSONWriter(reservingCapacity: 1024)
            writer.beginObject()
            writer.key("data")
            if !isOne { writer.beginArray() }
            var summary = try read.write(connection, maximumRows: isOne ? 1 : RecordLimits.changedRows, isOne: isOne, to: &writer)
            summary.allowedActions = try actions?.json(connection, count: summary.rows)
            try summary.checkFirstFits()
            if isOne { if summary.rows == 0 { writer.null() } } else { writer.endArray() }
            summary.writeMeta(to: &writer)
            writer.endObject()
            return RecordResult(writer, rows: summary.rows)
        }
    }

    /// - Parameter filter: what the row must be beside having the key.
    private func reading(_ key: RecordKey?, _ filter: Statement?, isOne: Bool, _ plan: RecordPlan, _ call: RecordCall) throws -> RecordRead {
        if isOne, filter == nil, call.narrowing == nil, let begun = plan.byKey, let key {
            let statement: Statement = "\(begun)\(key.keys[0][0])"
            return RecordRead(statement: try call.rule(.view).map { "\(statement) AND \($0)" } ?? statement, shape: plan.shape)
        }
        return try RecordRead(plan, tail: tail(key, filter, isOne: isOne, call), call)
    }

    /// What follows the collection.
    private func tail(_ key: RecordKey?, _ filter: Statement?, isOne: Bool, _ call: RecordCall) throws -> Statement {
        var conditions = Conditions()
        conditions.add(key?.condition(call.dialect))
        conditions.add(call.narrowing)
        conditions.add(filter)
        conditions.add(try call.rule(.view))
        let order = isOne && key != nil ? Statement() : try SortOrder([], call).clause
        let limit: Statement = isOne ? " LIMIT 1" : ""
        return conditions.clause + order + limit
    }
}
