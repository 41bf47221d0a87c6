import Access
import Catalog
import JSON
import SQL

extension Records {
    /// Above so many rows by the engine's estimate a page says whether there is a next one, instead of counting all.
    static let countedRows: Int64 = 300_000

    /// A page of rows as `{"data":[…],"meta":{…}}`; without paging `{"data":[…]}`, as many rows as the limits allow.
    ///
    /// What did not fit is said, with `meta.nextCursor`, which leads to it.
    /// - Parameter cursor: makes that of the number of rows that were given.
    package func list(
        _ request: ListRequest, _ call: RecordCall, cursor: @escaping @Sendable (Int) throws -> String = { String($0) }
    ) async throws -> RecordResult {
        try call.require(.view)
        let page = try PageOfRows(request, call)
        let plan = try plans.plan(fields: request.fields, except: request.except, appends: request.appends, sort: request.sort, call)
        var conditions = Conditions()
        conditions.add(try call.rule(.view))
        conditions.add(call.narrowing)
        conditions.add(try call.condition(request.filter))
        let tail = conditions.clause + plan.order + page.clause
        let read = try RecordRead(plan, tail: tail, call)
        let actions = request.tellsActions ? try AllowedActions(call, tail: tail) : nil
        let from = call.collection.reference(as: RecordCall.alias) + conditions.clause
        let count: Statement? = page.isCounted ? "SELECT \(engine: "count")(*) FROM \(from)" : nil
        return try await self.read(call, isSmall: page.size <= Self.inlinePageSize) { connection in
            var writer = JSONWriter(reservingCapacity: 4096)
            writer.beginObject()
            writer.key("data")
            writer.beginArray()
            var summary = try read.write(connection, maximumRows: page.size, to: &writer)
            summary.allowedActions = try actions?.json(connection, count: summary.rows)
            try summary.checkFirstFits()
            writer.endArray()
            let counted = try count.map { try connection.count($0) }
            try page.writeMeta(summary, count: counted, cursor: cursor, to: &writer)
            writer.endObject()
            return RecordResult(writer, rows: summary.rows)
        }
    }
}
