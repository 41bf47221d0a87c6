import Access
import Catalog
import JSON
import SQL

extension Records {
    /// Adds one row or, all or none, several; gives them as they are stored: `{"data":{…}}`, for an array of values `{"data":[…]}`.
    ///
    /// A row that the caller's own rules would not let it see as its own is not kept. Of rows that it may not view only the key is given.
    package func create(_ request: CreateRequest, _ call: RecordCall) async throws -> RecordAnswer {
        try call.require(.create)
        let isOne = request.values.array == nil
        let given = request.values.array ?? [request.values]
        guard (1...RecordLimits.changedRows).contains(given.count) else {
            throw Refusal(.invalidArgument, "values: expected 1 to \(RecordLimits.changedRows) rows, found \(given.count)")
        }
        let now = now()
        var inserts: [Statement] = []
        for (index, values) in given.enumerated() {
            let row = try RecordValues(
                values, argument: isOne ? "values" : "values[\(index)]", action: .create, whitelist: request.whitelist, blacklist: request.blacklist,
                now: now, call
            )
            inserts.append(try call.insert(row.assignments))
        }
        let (rule, statements) = (try call.rule(.create), inserts)
        let answer = try StoredRows(call, plans)
        return try await call.changing {
            try await call.database.write(call.bounds) { connection in
                var keys: [[SQLValue]] = []
                for statement in statements {
                    let key = try connection.first(statement) { row in (0..<row.columnCount).map(row.value) }
                    guard let key else { throw Refusal(.conflict, "the database did not keep the row") }
                    keys.append(key)
                }
                if let rule { try call.check(rule, holdsFor: keys, connection) }
                return try answer.answer(keys, isOne: isOne, connection)
            }
        }
    }
}

extension RecordCall {
    /// The table without an alias, as INSERT names it.
    private func table() throws(Refusal) -> Statement {
        guard case .table(let schema, let name) = collection.origin else { throw Refusal(.forbidden, "\(collection.name) is read-only") }
        return "\(Identifier(schema)).\(Identifier(name))"
    }

    fileprivate func insert(_ assignments: [(column: Identifier, value: SQLValue)]) throws(Refusal) -> Statement {
        let returning = Statement.joined(collection.primaryKey.map { "\(Identifier($0))" }, by: ", ")
        guard !assignments.isEmpty else { return "INSERT INTO \(try table()) DEFAULT VALUES RETURNING \(returning)" }
        let columns = Statement.joined(assignments.map { "\($0.column)" }, by: ", ")
        let values = Statement.joined(assignments.map { "\($0.value)" }, by: ", ")
        return "INSERT INTO \(try table()) (\(columns)) VALUES (\(values)) RETURNING \(returning)"
    }

    /// Inside a writing transaction, which the throw undoes.
    /// - Throws: ``Refusal`` `forbidden` unless the rule holds for all rows with these keys.
    func check(_ rule: Statement, holdsFor keys: [[SQLValue]], _ connection: any Connection) throws {
        for start in stride(from: 0, to: keys.count, by: 100) {
            let some = Array(keys[start..<min(start + 100, keys.count)])
            let condition = RecordKey(keys: some, of: collection).condition()
            let from = collection.reference(as: Self.alias)
            let count = try connection.first("SELECT count(*) FROM \(from) WHERE \(condition) AND \(rule)") { $0.int(0) ?? 0 }
            guard count == Int64(some.count) else {
                throw Refusal(.forbidden, "the values would make a row of \(collection.name) that your rights do not reach; nothing was changed")
            }
        }
    }
}
