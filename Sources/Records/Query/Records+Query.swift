import Access
import Catalog
import JSON
import SQL
import SQLSyntax

extension Records {
    /// Aggregates of the rows that the caller may see, by groups: `{"data":[{alias: value, …}]}`; one object without grouping.
    package func query(_ request: QueryRequest, _ call: RecordCall) async throws -> RecordResult {
        try call.require(.view)
        let groups = try RecordQuery(request, call)
        let limit = request.limit
        return try await read(call, isSmall: false) { connection in
            var writer = JSONWriter(reservingCapacity: 4096)
            writer.beginObject()
            writer.key("data")
            writer.beginArray()
            let summary = try groups.read.write(connection, maximumRows: limit, to: &writer)
            writer.endArray()
            summary.writeMeta(to: &writer)
            writer.endObject()
            return RecordResult(writer, rows: summary.rows)
        }
    }
}

/// A query as one statement: the inner query groups the rows within the caller's rights; the outer one selects and sorts.
private struct RecordQuery {
    let read: RecordRead
    private static let alias = Identifier("q")
    /// Column positions, which engines accept in GROUP BY instead of the expressions.
    private static let places: [Statement] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"]

    init(_ request: QueryRequest, _ call: RecordCall) throws {
        guard (1...ListRequest.maximumPageSize).contains(request.limit), (0...1_000_000_000).contains(request.offset) else {
            throw Refusal(.invalidArgument, "limit, offset: expected a limit of 1 to \(ListRequest.maximumPageSize), and an offset from 0 on")
        }
        var columns: [QueryColumn] = []
        for (index, json) in request.dimensions.enumerated() {
            columns.append(try QueryColumn(dimension: json, argument: "dimensions[\(index)]", call))
        }
        let grouped = columns.count
        for (index, json) in request.measures.enumerated() { columns.append(try QueryColumn(measure: json, argument: "measures[\(index)]", call)) }
        guard (1...Self.places.count).contains(columns.count) else {
            throw Refusal(.invalidArgument, "measures, dimensions: expected 1 to \(Self.places.count) of both together")
        }
        // Engines ignore case in names.
        guard Set(columns.map { $0.alias.lowercased() }).count == columns.count else {
            throw Refusal(.invalidArgument, "alias: two measures or dimensions have the same name; give each an alias of its own")
        }
        var conditions = Conditions()
        conditions.add(try call.rule(.view))
        conditions.add(call.narrowing)
        conditions.add(try call.condition(request.filter))
        let items = Statement.joined(columns.map { "\($0.expression) AS \(Identifier($0.alias))" }, by: ", ")
        let groups: Statement = grouped == 0 ? "" : " GROUP BY \(Statement.joined(Array(Self.places.prefix(grouped)), by: ", "))"
        let inner: Statement = "SELECT \(items) FROM \(call.collection.reference(as: RecordCall.alias))\(conditions.clause)\(groups)"
        let result = Collection(
            source: call.collection.source, name: "the answer", origin: .state(inner), kind: .view, fields: columns.map(\.field), primaryKey: [],
            relations: [], estimatedRows: nil, comment: nil, isReadOnly: true)
        let having = try call.having(request.having, on: result, alias: Self.alias)
        let chosen: Statement = having.map { " WHERE \($0)" } ?? ""
        let order = try Self.order(request.orders, columns, grouped, call)
        let shape = RowShape(fields: result.fields, masked: [], decimals: columns.map(\.decimal))
        let offset: Statement = request.offset == 0 ? "" : " OFFSET \(request.offset)"
        read = RecordRead(
            statement: """
                SELECT \(shape.selected(from: Self.alias)) FROM \(result.reference(as: Self.alias))\(chosen)\(order)\
                 LIMIT \(request.limit + 1)\(offset)
                """, shape: shape)
    }

    /// The requested order, then the grouping fields, so that an offset is well defined. Null comes last.
    private static func order(_ orders: [JSONValue], _ columns: [QueryColumn], _ grouped: Int, _ call: RecordCall) throws(Refusal) -> Statement {
        var keys: [Statement] = []
        for (index, json) in orders.enumerated() {
            let name = json["alias"]?.string ?? json["field"]?.string ?? (json["field"]?.array ?? []).compactMap(\.string).joined(separator: ".")
            guard let column = columns.first(where: { $0.alias == name }) ?? columns.first(where: { $0.path == name }) else {
                let known = columns.map(\.alias).joined(separator: ", ")
                throw Refusal(
                    .invalidArgument, "orders[\(index)]: \"\(name.prefix(60))\" is none of the measures and dimensions; expected one of \(known)")
            }
            let order = json["order"]?.string?.lowercased() ?? "asc"
            guard order == "asc" || order == "desc" else { throw Refusal(.invalidArgument, "orders[\(index)].order: expected asc or desc") }
            keys += Self.keys(column, isDescending: order == "desc", nullsFirst: json["nulls"]?.string == "first", call)
        }
        keys += columns.prefix(grouped).flatMap { Self.keys($0, isDescending: false, nullsFirst: false, call) }
        return keys.isEmpty ? "" : " ORDER BY \(Statement.joined(keys, by: ", "))"
    }

    private static func keys(_ column: QueryColumn, isDescending: Bool, nullsFirst: Bool, _ call: RecordCall) -> [Statement] {
        let value: Statement = "\(alias).\(Identifier(column.alias))"
        let direction: Statement = isDescending ? " DESC" : " ASC"
        let nulls: Statement = nullsFirst ? "(\(value) IS NULL) DESC" : "(\(value) IS NULL) ASC"
        guard call.dialect == .sqlite, column.type == .timestamp else { return [nulls, value + direction] }
        return [nulls, SQLiteInstant.of(value) + direction, value + direction]
    }
}
