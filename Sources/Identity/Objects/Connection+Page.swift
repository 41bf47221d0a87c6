import SQL

extension Connection {
    /// A part of the rows that a statement selects, and how many there are.
    /// - Parameters:
    ///   - rows: the statement from its `FROM` on.
    ///   - order: tells any two rows apart.
    func page<Element: Sendable>(
        _ columns: Statement, _ rows: Statement, by order: Statement, offset: Int, count: Int, _ make: (any Row) throws -> Element
    ) throws -> ObjectPage<Element> {
        let total = try self.count("SELECT count(*) \(rows)")
        let items = try all("SELECT \(columns) \(rows) ORDER BY \(order) LIMIT \(count) OFFSET \(offset)", make)
        return ObjectPage(items: items, total: total)
    }
}
