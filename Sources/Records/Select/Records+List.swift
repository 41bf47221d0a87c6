import Access
import Catalog
import JSON
import SQL
import SQLSyntax

extension Records {
    /// Estimated number of rows above which a page only says whether there is a next one, instead of counting all.
    static let countedRows: Int64 = 300_000

    /// A page of rows as `{"data":[…],"meta":{…}}`; without paging `{"data":[…]}`, with as many rows as the limits allow.
    ///
    /// If rows did not fit, `meta.nextCursor` leads to them.
    /// - Parameter cursor: makes a cursor from the number of returned rows.
    package func list(
        _ request: ListRequest, _ call: RecordCall, cursor: @escaping @Sendable (Int) throws -> String = { String($0) }
    ) async throws -> RecordResult {
        try call.require(.view)
        let page = try PageOfRows(request, call)
        let tree = request.isTree ? try call.treeRelation() : nil
        let plan = try plans.plan(
            fields: request.fields, except: request.except, appends: request.appends, sort: request.sort, tree: tree, call)
        var conditions = Conditions()
        conditions.add(try call.rule(.view))
        conditions.add(call.narrowing)
        conditions.add(try call.condition(request.filter))
        if let tree, call.narrowing == nil, request.filter?.object?.isEmpty ?? true {
            for name in tree.targetFields { conditions.add("\(RecordCall.alias).\(Identifier(name)) IS NULL") }
        }
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

extension RecordCall {
    /// The relation to the rows below a row: `children`, or the only relation to many rows of the collection itself.
    /// - Throws: ``Refusal`` `invalidArgument` when there is none that the caller may follow.
    fileprivate func treeRelation() throws(Refusal) -> Relation {
        let known = collection.relations.filter { relation in
            relation.kind == .hasMany && isRecursive(relation) && isOpen(relation.fields) && target(of: relation) != nil
        }
        guard let found = known.first(where: { $0.name == "children" }) ?? (known.count == 1 ? known[0] : nil) else {
            throw Refusal(.invalidArgument, "argument 'tree': \(collection.name) has no relation children to rows of itself")
        }
        return found
    }
}

/// The requested page of a list, and what is reported about the rest.
struct PageOfRows: Sendable {
    /// Nil for a list without pages, or one that continues at an offset.
    let page: Int?
    /// Unit: rows.
    let size: Int
    /// Number of rows before the first.
    let offset: Int64
    /// Whether all rows are counted.
    let isCounted: Bool

    init(_ request: ListRequest, _ call: RecordCall) throws(Refusal) {
        guard (1...1_000_000_000).contains(request.page) else {
            throw Refusal(.invalidArgument, "page: expected a number from 1 on, found \(request.page)")
        }
        guard (1...ListRequest.maximumPageSize).contains(request.pageSize) else {
            throw Refusal(.invalidArgument, "pageSize: expected 1 to \(ListRequest.maximumPageSize), found \(request.pageSize)")
        }
        size = request.paginate ? request.pageSize : ListRequest.maximumPageSize
        page = request.paginate && request.offset == nil ? request.page : nil
        offset = request.offset.map(Int64.init) ?? page.map { Int64($0 - 1) * Int64(request.pageSize) } ?? 0
        isCounted = page != nil && (call.collection.estimatedRows ?? 0) <= Records.countedRows
    }

    /// LIMIT and OFFSET; one row more if the result must say whether there is a next page.
    var clause: Statement {
        let rows = Int64(isCounted ? size : size + 1)
        return offset == 0 ? " LIMIT \(rows)" : " LIMIT \(rows) OFFSET \(offset)"
    }

    /// - Parameter cursor: makes the cursor for an offset.
    func writeMeta(_ summary: RecordSummary, count: Int64?, cursor: (Int) throws -> String, to writer: inout JSONWriter) throws {
        var summary = summary
        // The statement requests one row more than the page, so truncation matters only within the page.
        let isCut = summary.isTruncated && summary.rows < size
        // A complete page has a next page; otherwise the cursor continues where this one stopped.
        if summary.isTruncated, isCut || page == nil { summary.nextCursor = try cursor(Int(offset) + summary.rows) }
        guard let page else { return summary.writeMeta(to: &writer) }
        writer.key("meta")
        writer.object { writer in
            if let count {
                writer.key("count")
                writer.int(count)
            } else {
                writer.key("hasNext")
                writer.bool(summary.isTruncated)
            }
            writer.key("page")
            writer.int(page)
            writer.key("pageSize")
            writer.int(size)
            if let count {
                writer.key("totalPage")
                writer.int((count + Int64(size) - 1) / Int64(size))
            }
            summary.isTruncated = isCut
            summary.write(to: &writer)
        }
    }
}

extension Records {
    /// One row by its key as `{"data":{…}}`, `{"data":null}` when there is none that the caller may see; an array of keys gives an array of
    /// rows.
    package func get(_ request: GetRequest, _ call: RecordCall) async throws -> RecordResult {
        try call.require(.view)
        let plan = try plans.plan(fields: request.fields, except: request.except, appends: request.appends, call)
        let key = try request.key.map { try RecordKey($0, try plan.key ?? KeyShape(call), call.dialect) }
        guard key != nil || call.narrowing != nil || request.filter != nil else {
            throw Refusal(.invalidArgument, "argument 'filterByTk': missing (expected the row's primary key, or a filter)")
        }
        let isOne = request.key?.array == nil
        let filter = try call.condition(request.filter)
        let read = try reading(key, filter, isOne: isOne, plan, call)
        let actions = request.tellsActions ? try AllowedActions(call, tail: tail(key, filter, isOne: isOne, call)) : nil
        return try await self.read(call, isSmall: (key?.keys.count ?? 1) <= Self.inlinePageSize) { connection in
            var writer = JSONWriter(reservingCapacity: JSONWriter.quickCapacity)
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

    /// - Parameter filter: an additional condition on the row.
    private func reading(_ key: RecordKey?, _ filter: Statement?, isOne: Bool, _ plan: RecordPlan, _ call: RecordCall) throws -> RecordRead {
        if isOne, filter == nil, call.narrowing == nil, let begun = plan.byKey, let key {
            let statement: Statement = "\(begun)\(key.keys[0][0])"
            return RecordRead(statement: try call.rule(.view).map { "\(statement) AND \($0)" } ?? statement, shape: plan.shape)
        }
        return try RecordRead(plan, tail: tail(key, filter, isOne: isOne, call), call)
    }

    /// WHERE, ORDER BY and LIMIT of the statement.
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
