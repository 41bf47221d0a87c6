import Access
import Catalog
import JSON
import SQL
import SQLSyntax

extension Records {
    /// Adds one row, or several atomically; returns them as stored: `{"data":{…}}`, for an array of values `{"data":[…]}`.
    ///
    /// The transaction is rolled back when a row violates the caller's rule for creating rows. For rows that the caller may not view, only
    /// the key is returned.
    package func create(_ request: CreateRequest, _ call: RecordCall) async throws -> RecordResult {
        try call.require(.create)
        var request = request
        request.values = try await prepared(request.values, creates: true, call)
        let (insert, isOne) = (try insertion(of: request, call), request.values.array == nil)
        let answer = try StoredRows(call, plans)
        return try await call.changing { try await call.commit { try answer.answer(insert($0), isOne: isOne, $0) } }
    }

    /// Returns a closure that inserts the rows of a request, with their related rows, inside a writing transaction, and returns their keys.
    /// - Parameter known: values that every row gets, whatever the request has.
    /// - Throws: ``Refusal`` when the values cannot be set or are too many.
    func insertion(
        of request: CreateRequest, known: [ServerValue] = [], _ call: RecordCall
    ) throws -> @Sendable (any Connection) throws -> [[SQLValue]] {
        guard NestedValues.isNeeded(request.values, call) else {
            let rows = try NewRows(request, known: known, now: now(), call)
            return { try rows.insert($0) }
        }
        let given = request.values.array ?? [request.values]
        guard (1...RecordLimits.changedRows).contains(given.count) else {
            throw Refusal(.invalidArgument, "values: expected 1 to \(RecordLimits.changedRows) rows, found \(given.count)")
        }
        try NestedValues.checkCount(of: request.values, call)
        let isOne = request.values.array == nil
        let nested = NestedWrite(now: now(), written: request.writtenRelations)
        return { connection in
            try given.enumerated().map { index, values in
                var one = request
                one.values = values
                return try nested.insert(one, argument: isOne ? "values" : "values[\(index)]", known: known, call, connection)
            }
        }
    }
}

extension RecordCall {
    /// One text for values that violate a rule and for values that conflict with a row, so that hidden rows stay unknown.
    var unreachable: Refusal {
        let clash = rights.filter(.view) == .always ? "" : ", or whose key or unique values another has"
        return Refusal(.forbidden, "the values would make a row of \(collection.name) that your rights do not reach\(clash); nothing was changed")
    }

    /// Checks inside a writing transaction, which an error rolls back.
    /// - Throws: ``Refusal`` `forbidden` unless all rows with these keys satisfy the rule.
    func check(_ rule: Statement, holdsFor keys: [[SQLValue]], _ connection: any Connection) throws {
        for start in stride(from: 0, to: keys.count, by: 100) {
            let some = Array(keys[start..<min(start + 100, keys.count)])
            let condition = RecordKey(keys: some, of: collection).condition(dialect)
            let from = collection.reference(as: Self.alias)
            let count = try connection.first("SELECT \(engine: "count")(*) FROM \(from) WHERE \(condition) AND \(rule)") { $0.int(0) ?? 0 }
            guard count == Int64(some.count) else {
                throw unreachable
            }
        }
    }
}
