import SQL

extension Connection {
    /// A part of the rows of a table, and how many there are.
    /// - Parameters:
    ///   - counted: gives as many rows under the same condition, with fewer tables; nil for `source`.
    ///   - prefix: `WITH` queries that the others name.
    ///   - keys: what the list is sorted by, never null; together they tell any two rows apart.
    /// - Throws: ``IdentityError`` `invalid` for a place in a list that is sorted otherwise.
    func page<Element: Sendable>(
        _ columns: Statement, from source: Statement, counting counted: Statement? = nil, where condition: Statement, with prefix: Statement = "",
        by keys: [Statement], isAscending: Bool = true, _ part: ListPart, _ make: (any Row) throws -> Element
    ) throws -> ObjectPage<Element> {
        let total = try self.count("\(prefix)SELECT count(*) FROM \(counted ?? source) WHERE \(condition)")
        var condition: Statement = "(\(condition))"
        if let place = part.after {
            guard place.keys.count == keys.count else { throw IdentityError(.invalid, "cursor: not of this list; repeat the call without it") }
            let values = Statement.joined(place.keys.map { "\($0.value)" }, by: ", ")
            condition +=
                isAscending ? " AND (\(Statement.joined(keys, by: ", "))) > (\(values))" : " AND (\(Statement.joined(keys, by: ", "))) < (\(values))"
        }
        let direction: Statement = isAscending ? "ASC" : "DESC"
        let order = Statement.joined(keys.map { "\($0) \(direction)" }, by: ", ")
        // One more than the page tells whether there is another page.
        let count = min(part.count, ListQuery.readCount)
        let rows = try all(
            """
            \(prefix)SELECT \(columns), \(Statement.joined(keys, by: ", ")) FROM \(source) WHERE \(condition) ORDER BY \(order)
            LIMIT \(count + 1) OFFSET \(part.offset)
            """
        ) { (element: try make($0), place: ListPlace($0, count: keys.count)) }
        let shown = rows.prefix(Int(count))
        return ObjectPage(items: shown.map(\.element), places: shown.map(\.place), total: total, hasMore: rows.count > shown.count)
    }
}
