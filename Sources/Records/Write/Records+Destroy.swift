import Access
import Catalog
import JSON
import SQL
import SQLSyntax

extension Records {
    /// Deletes rows, all or none, and says how many: `{"data":2}`, 0 when none was reached. Rights stand in the DELETE itself.
    package func destroy(_ request: DestroyRequest, _ call: RecordCall) async throws -> RecordAnswer {
        try call.require(.destroy)
        let rows = try ChangedRows(key: request.key, filter: request.filter, action: .destroy, call)
        let expected = try ExpectedRow(request.ifMatch, key: request.key, rows: rows, call, plans)
        let isMySQL = call.dialect == .mysql
        let removal = call.removal(at: now())
        // Rows that are only marked take none along.
        if call.collection.deletionMark == nil { try call.checkDependentsOfDestroying() }
        return try await call.changing {
            try await call.database.write(call.bounds) { connection in
                let isFound = try expected?.isFound(connection) ?? true
                try rows.check(connection)
                let count: Int
                if !isFound {
                    count = 0
                } else if isMySQL {
                    let keys = try rows.locked(connection)
                    let condition = RecordKey(keys: keys, of: call.collection).condition(call.dialect)
                    count = keys.isEmpty ? 0 : try connection.execute("\(removal) WHERE \(condition)")
                } else {
                    count = try connection.execute("\(removal)\(rows.clause)")
                }
                guard count <= RecordLimits.changedRows else { throw rows.tooMany(Int64(count)) }
                var writer = JSONWriter()
                writer.object { writer in
                    writer.key("data")
                    writer.int(count)
                }
                return RecordAnswer(writer, rows: 0, changed: count)
            }
        }
    }
}
