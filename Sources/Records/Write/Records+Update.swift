import Access
import Catalog
import JSON
import SQL
import SQLSyntax

extension Records {
    /// Changes rows, all or none, and returns them as stored: `{"data":[…]}`, empty when none was reached.
    ///
    /// The UPDATE itself contains the rights. A row that differs from the expected one is not changed. A change that would move a row out
    /// of the caller's rights is rolled back and refused.
    package func update(_ request: UpdateRequest, _ call: RecordCall) async throws -> RecordResult {
        try call.require(.update)
        var request = request
        request.values = try await prepared(request.values, creates: false, call)
        let rows = try ChangedRows(key: request.key, filter: request.filter, action: .update, call)
        let expected = try ExpectedRow(request.ifMatch, key: request.key, rows: rows, call, plans)
        let answer = try StoredRows(call, plans)
        if request.isDry {
            // Values that cannot be written are refused in a dry run too.
            if !NestedValues.isNeeded(request.values, call) { _ = try RowChange(request, now: now(), call) }
            return try await readOnPool(call) { try rows.preview([], $0) }
        }
        if NestedValues.isNeeded(request.values, call) {
            let (nested, order) = (NestedWrite(now: now(), written: request.writtenRelations), request)
            return try await call.changing {
                try await call.commit { connection in
                    if let expected, try !expected.isFound(connection) { return try answer.answer([], isOne: false, connection) }
                    return try answer.answer(nested.change(order, in: rows, call, connection), isOne: false, connection)
                }
            }
        }
        let change = try RowChange(request, now: now(), call)
        return try await call.changing {
            try await call.commit { connection in
                if let expected, try !expected.isFound(connection) { return try answer.answer([], isOne: false, connection) }
                return try answer.answer(change.make(in: rows, connection), isOne: false, connection)
            }
        }
    }
}
