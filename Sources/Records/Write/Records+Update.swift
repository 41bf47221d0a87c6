import Access
import Catalog
import JSON
import SQL
import SQLSyntax

extension Records {
    /// Changes rows, all or none, and gives them as they are stored: `{"data":[…]}`, empty when none was reached.
    ///
    /// Rights stand in the UPDATE itself. A row that is another than the caller expected is not changed. A change that would take a row out of them is undone and refused.
    package func update(_ request: UpdateRequest, _ call: RecordCall) async throws -> RecordAnswer {
        try call.require(.update)
        let rows = try ChangedRows(key: request.key, filter: request.filter, action: .update, call)
        let expected = try ExpectedRow(request.ifMatch, key: request.key, rows: rows, call, plans)
        let values = try RecordValues(
            request.values, argument: "values", action: .update, whitelist: request.whitelist, blacklist: request.blacklist, now: now(), call
        )
        let kept = try values.kept.map { kept in
            guard let differs = call.differs(kept.field, from: kept.value) else { throw kept.refusal }
            return (condition: differs, refusal: kept.refusal)
        }
        guard !values.assignments.isEmpty else {
            throw values.kept.first?.refusal ?? Refusal(.invalidArgument, "values: expected at least one field to set")
        }
        let assignments = Statement.joined(values.assignments.map { "\($0.column) = \($0.value)" }, by: ", ")
        let returning = Statement.joined(call.collection.primaryKey.map { "\(Identifier($0))" }, by: ", ")
        let from = call.collection.reference(as: RecordCall.alias)
        let isMySQL = call.dialect == .mysql
        let change: Statement = "UPDATE \(from) SET \(assignments)"
        let statement: Statement = "\(change)\(rows.clause) RETURNING \(returning)"
        try call.checkDependents(ofChanging: values.assignments.map(\.column.name))
        let rule = try call.rule(.update)
        let links = try LinkedRows(values.assignments, of: .update, call)
        let answer = try StoredRows(call, plans)
        return try await call.changing {
            try await call.database.write(call.bounds) { connection in
                if let expected, try !expected.isFound(connection) { return try answer.answer([], isOne: false, connection) }
                try rows.check(connection)
                try rows.check(kept, connection)
                try links.check(connection)
                let keys: [[SQLValue]]
                if isMySQL {
                    keys = try rows.locked(connection)
                    if !keys.isEmpty {
                        try connection.execute("\(change) WHERE \(RecordKey(keys: keys, of: call.collection).condition(call.dialect))")
                    }
                } else {
                    keys = try connection.all(statement) { row in (0..<row.columnCount).map(row.value) }
                }
                guard keys.count <= RecordLimits.changedRows else { throw rows.tooMany(Int64(keys.count)) }
                guard !keys.contains(where: { $0.contains(.null) }) else {
                    throw Refusal(
                        .conflict, "filter: matches a row of \(call.collection.name) without a key, which cannot be changed; nothing was changed")
                }
                if let rule { try call.check(rule, holdsFor: keys, connection) }
                return try answer.answer(keys, isOne: false, connection)
            }
        }
    }
}
