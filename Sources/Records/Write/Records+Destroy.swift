import Access
import Catalog
import JSON
import SQL

extension Records {
    /// Deletes rows, all or none, and returns their number: `{"data":2}`, 0 when none was reached. The DELETE itself contains the rights.
    package func destroy(_ request: DestroyRequest, _ call: RecordCall) async throws -> RecordResult {
        try call.require(.destroy)
        let rows = try ChangedRows(key: request.key, filter: request.filter, action: .destroy, call)
        let expected = try ExpectedRow(request.ifMatch, key: request.key, rows: rows, call, plans)
        let deletion = try RowDeletion(call, at: now())
        if request.isDry { return try await readOnPool(call) { try rows.preview(0, $0) } }
        return try await call.changing {
            try await call.commit { connection in
                let isFound = try expected?.isFound(connection) ?? true
                let count = isFound ? try deletion.make(in: rows, connection) : 0
                var writer = JSONWriter()
                writer.object { writer in
                    writer.key("data")
                    writer.int(count)
                }
                return RecordResult(writer, rows: 0, changed: count)
            }
        }
    }
}
