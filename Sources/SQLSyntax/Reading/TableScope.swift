/// The `WITH` names that are visible at a point of a query, innermost last. They distinguish a database table from a `WITH` query.
struct TableScope<Content> {
    let dialect: Dialect
    private var entries: [(name: SQLName, folded: String, content: Content)] = []

    init(dialect: Dialect) { self.dialect = dialect }

    var count: Int { entries.count }

    mutating func add(_ name: SQLName, _ content: Content) { entries.append((name, name.text.lowercased(), content)) }

    mutating func replaceLast(_ count: Int, with content: Content) { entries[entries.count - count].content = content }

    mutating func shrink(to count: Int) { entries.removeLast(entries.count - count) }

    /// The `WITH` query that a name of `FROM` means; nil when it means a table of the database.
    func query(_ table: NamedTable) throws(NameRefusal) -> Content? {
        guard table.schema == nil else { return nil }
        let folded = table.name.text.lowercased()
        for entry in entries.reversed() {
            if entry.name == table.name { return entry.content }
            switch dialect {
            case .sqlite: if entry.name.isSame(as: table.name, in: .sqlite) { return entry.content }
            case .postgresql: break
            // Case sensitivity is a setting of the server.
            case .mysql:
                if entry.folded == folded {
                    throw NameRefusal(.ambiguousTable(table.name), offset: table.offset.value)
                }
            }
        }
        return nil
    }

    /// Whether the queries of a `WITH` see themselves and one another in any order. SQLite does not require `RECURSIVE` for this.
    static func isMutual(_ with: WithClause, in dialect: Dialect) -> Bool { with.isRecursive || dialect == .sqlite }
}
