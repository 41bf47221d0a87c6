import Access
import JSON
import SQL
import Store

/// Rows to add, all or none, with the conditions that they must satisfy.
struct NewRows: Sendable {
    private let call: RecordCall
    private let rule: Statement?
    private let links: [LinkedRows]
    private let rows: [InsertedRow]
    private let history: RowHistory?

    /// - Parameter known: values that every row gets, whatever is given.
    /// - Throws: ``Refusal`` when the values cannot be set or are too many.
    init(_ request: CreateRequest, known: [ServerValue] = [], now: Timestamp, _ call: RecordCall) throws {
        let isOne = request.values.array == nil
        let given = request.values.array ?? [request.values]
        guard (1...RecordLimits.changedRows).contains(given.count) else {
            throw Refusal(.invalidArgument, "values: expected 1 to \(RecordLimits.changedRows) rows, found \(given.count)")
        }
        var (links, rows): ([LinkedRows], [InsertedRow]) = ([], [])
        for (index, values) in given.enumerated() {
            let argument = isOne ? "values" : "values[\(index)]"
            let row = try RecordValues(
                values, argument: argument, action: .create, whitelist: request.whitelist, blacklist: request.blacklist, known: known,
                now: now, call)
            links.append(try LinkedRows(row.assignments, of: .create, call))
            rows.append(try InsertedRow(row.assignments, argument: argument, call))
        }
        (self.call, self.links, self.rows) = (call, links, rows)
        rule = try call.rule(.create)
        history = RowHistory(call, at: now)
    }

    /// Inserts inside a writing transaction, which an error rolls back.
    /// - Returns: the keys of the rows.
    func insert(_ connection: any Connection) throws -> [[SQLValue]] {
        for link in links { try link.check(connection) }
        let keys = try rows.map { try $0.insert(connection) }
        if let rule { try call.check(rule, holdsFor: keys, connection) }
        if let history { try history.keep(.create, keys, after: history.images(of: keys, connection), connection) }
        try call.note(.create, keys, connection)
        return keys
    }
}
