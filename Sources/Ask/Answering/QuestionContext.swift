import SQLSyntax

/// The part of a source's schema that an unanswered question seems to concern, for a caller that writes the SQL itself. It contains only
/// names from the caller's index, so nothing beyond the caller's rights.
package struct QuestionContext: Hashable, Sendable {
    package struct Table: Hashable, Sendable {
        package let name: String
        package let columns: [String]
    }

    /// Most bytes of all texts together, without JSON punctuation.
    static let maximumBytes = 3_400
    /// Bytes that the names of tables and columns leave for the joins.
    private static let joinReserve = 500
    private static let maximumTables = 8

    package let tables: [Table]
    /// For example `orders.buyer_id = buyers.id`.
    package let joins: [String]
    /// Values of the data source that match words of the question, for example `stores.city = Graz`.
    package let values: [String]
    /// Computed columns that the semantic layer defines on these tables, for example `order_lines.revenue = quantity * price`.
    package let definitions: [String]
    /// The best candidate statement, whose confidence was too low for an answer.
    package let sql: String?

    package init(_ reading: Reading, in index: SourceIndex) {
        let chosen = Self.tables(reading, index)
        // The overhead is two quotation marks, a comma and a bracket of a table. Of a large schema, the later parts are omitted.
        var budget = ByteBudget(Self.maximumBytes, overhead: 4)
        sql = budget.choose(reading.statement.map { [$0.printed(for: index.dialect)] } ?? []).first
        values = budget.choose(reading.links.filter { $0.kind == .value }.map(\.target))
        let named = chosen.filter { budget.choose(index.tables[$0].name, reserve: Self.joinReserve) }
        tables = named.map { table in
            let columns = index.tables[table].columns.filter { !$0.isHidden && $0.expression == nil }.map(\.name)
            return Table(name: index.tables[table].name, columns: budget.choose(columns, reserve: Self.joinReserve))
        }
        joins = budget.choose(
            index.joins.edges.filter { named.contains($0.from.table) && named.contains($0.to.table) }.map { edge in
                "\(index.tables[edge.from.table].name).\(index[edge.from].name) = \(index.tables[edge.to.table].name).\(index[edge.to].name)"
            })
        definitions = budget.choose(
            named.flatMap { table in
                index.tables[table].columns.compactMap { column in
                    column.expression.map { "\(index.tables[table].name).\(column.name) = \($0.value.printed(for: index.dialect))" }
                }
            })
    }

    /// The tables that the reading uses or that match words of the question, best first, then their neighbours. The first tables if no word
    /// matches.
    private static func tables(_ reading: Reading, _ index: SourceIndex) -> [Int] {
        var chosen = reading.form?.neededTables ?? []
        for link in reading.links.sorted(by: { $0.score > $1.score }) where link.kind != .value {
            let name = link.kind == .table ? link.target : link.target.split(separator: ".").first.map(String.init) ?? ""
            if let table = index.tables.firstIndex(where: { $0.name == name }), !chosen.contains(table) { chosen.append(table) }
        }
        // A correct statement may need a neighbour that the question does not name.
        for table in chosen {
            let others = index.joins.edges(at: table).map { $0.other(than: table) }
            for other in others where !chosen.contains(other) && !index.tables[other].isHidden { chosen.append(other) }
        }
        return Array((chosen.isEmpty ? index.tables.indices.filter { !index.tables[$0].isHidden } : chosen).prefix(maximumTables))
    }
}
