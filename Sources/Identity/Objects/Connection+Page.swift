import SQL
import Store

extension Connection {
    /// A part of the rows of an object's table.
    func page<Object>(
        _ table: StoredTable<Object>, where condition: Statement, by keys: [Statement], _ part: ListPart, reporting damaged: DamagedRows
    ) throws -> ObjectPage<Object> {
        try page(table.selection, from: table.source, of: table.name, where: condition, by: keys, part, reporting: damaged, table.read)
    }

    /// A part of the rows of a table, and the number of all rows.
    /// - Parameters:
    ///   - table: the name of the rows in errors.
    ///   - prefix: `WITH` queries that the other parts use.
    ///   - damaged: receives unreadable rows, which are omitted.
    ///   - keys: the sort keys, never null; together they distinguish any two rows.
    /// - Throws: ``IdentityError`` `invalid` for a position in a list with other sort keys.
    func page<Element: Sendable>(
        _ columns: Statement, from source: Statement, of table: String, where condition: Statement, with prefix: Statement = "", by keys: [Statement],
        isAscending: Bool = true, _ part: ListPart, reporting damaged: DamagedRows, _ make: (StoredRow) throws -> Element
    ) throws -> ObjectPage<Element> {
        let total = try self.count("\(prefix)SELECT count(*) FROM \(source) WHERE \(condition)")
        let whole = condition
        var condition: Statement = "(\(condition))"
        if let position = part.after {
            guard position.keys.count == keys.count else { throw IdentityError(.invalid, "cursor: not of this list; repeat the call without it") }
            let values = Statement.joined(position.keys.map { "\($0.value)" }, by: ", ")
            condition +=
                isAscending ? " AND (\(Statement.joined(keys, by: ", "))) > (\(values))" : " AND (\(Statement.joined(keys, by: ", "))) < (\(values))"
        }
        let direction: Statement = isAscending ? "ASC" : "DESC"
        let order = Statement.joined(keys.map { "\($0) \(direction)" }, by: ", ")
        // One row more than the page shows whether there is another page.
        let count = min(part.count, ListQuery.readCount)
        let rows = try all(
            of: table,
            """
            \(prefix)SELECT \(columns), \(Statement.joined(keys, by: ", ")) FROM \(source) WHERE \(condition) ORDER BY \(order)
            LIMIT \(count + 1) OFFSET \(part.offset)
            """
        ) { row in (element: try damaged.readable { try make(row) }, position: ListPosition(row, count: keys.count)) }
        let read = rows.prefix(Int(count))
        let shown = read.compactMap { row in row.element.map { (element: $0, position: row.position) } }
        let hasMore = rows.count > read.count
        if shown.isEmpty, hasMore, let last = read.last?.position {
            // No row of the page was readable, and a list needs an element to continue after.
            let rest = ListPart(offset: 0, after: last, count: part.count)
            return try page(
                columns, from: source, of: table, where: whole, with: prefix, by: keys, isAscending: isAscending, rest, reporting: damaged, make)
        }
        return ObjectPage(items: shown.map(\.element), positions: shown.map(\.position), total: total, hasMore: hasMore)
    }
}
