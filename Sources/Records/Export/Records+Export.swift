import Access
import Catalog
import JSON
import SQL
import SQLSyntax

extension Records {
    /// Writes the rows that the caller may view, one after another, with memory that does not depend on their number.
    /// - Parameter write: receives some kilobytes at a time, in order; it may block.
    /// - Returns: the number of rows.
    package func export(
        _ request: ExportRequest, _ call: RecordCall, _ write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int {
        try call.require(.view)
        let fields = try Projection(fields: request.fields, except: [], appends: [], call).fields
        let shape = RowShape(fields: fields, masked: call.rights.masked)
        var conditions = Conditions()
        conditions.add(try call.rule(.view))
        conditions.add(call.narrowing)
        conditions.add(try call.condition(request.filter))
        let from = call.collection.reference(as: RecordCall.alias) + conditions.clause
        let order = try SortOrder(request.sort, call).clause
        let statement: Statement = "SELECT \(shape.selected(from: RecordCall.alias)) FROM \(from)\(order)"
        return try await readOnPool(call) { connection in
            var rows = ExportedRows(fields, masked: call.rights.masked, request, write)
            try rows.begin()
            _ = try connection.query(statement, limits: .none, columns: { _ in }) { row in
                try rows.add(row)
                return .more
            }
            try rows.end()
            return rows.count
        }
    }
}
