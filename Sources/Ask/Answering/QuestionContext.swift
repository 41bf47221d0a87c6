import SQLSyntax

/// The part of a source's schema that an unanswered question seems to be about, for a caller that writes the SQL instead. It holds only what the
/// caller's index holds, and so nothing beyond the caller's rights.
package struct QuestionContext: Hashable, Sendable {
    package struct Table: Hashable, Sendable {
        package let name: String
        package let columns: [String]
    }

    /// Most that all of it takes. Unit: bytes, without the marks of JSON.
    static let maximumBytes = 3_400

    package let tables: [Table]
    /// `orders.buyer_id = buyers.id`
    package let joins: [String]
    /// `stores.city = Graz`: what words of the question were found as.
    package let values: [String]
    /// `order_lines.revenue = quantity * price`: what people defined on these tables.
    package let definitions: [String]
    /// The best statement that was not trusted.
    package let sql: String?

    package init(_ reading: Reading, in index: SourceIndex) {
        let chosen = Self.tables(reading, index)
        var room = Self.maximumBytes
        /// As many of the texts as there is room for.
        func fitting(_ texts: [String]) -> [String] {
            texts.prefix { text in
                room -= text.utf8.count + 4
                return room >= 0
            }
        }
        sql = fitting(reading.statement.map { [$0.printed(for: index.dialect)] } ?? []).first
        values = fitting(reading.links.filter { $0.kind == .value }.map(\.target))
        joins = fitting(
            index.joins.edges.filter { chosen.contains($0.from.table) && chosen.contains($0.to.table) }.map { edge in
                "\(index.tables[edge.from.table].name).\(index[edge.from].name) = \(index.tables[edge.to.table].name).\(index[edge.to].name)"
            })
        definitions = fitting(
            chosen.flatMap { table in
                index.tables[table].columns.compactMap { column in
                    column.expression.map { "\(index.tables[table].name).\(column.name) = \($0.value.printed(for: index.dialect))" }
                }
            })
        tables = fitting(chosen.map { index.tables[$0].name }).enumerated().map { place, name in
            Table(name: name, columns: fitting(index.tables[chosen[place]].columns.filter { !$0.isHidden && $0.expression == nil }.map(\.name)))
        }
    }

    /// The tables that the reading uses or its words fit, best first, then their neighbours; some of all where no word fits any.
    private static func tables(_ reading: Reading, _ index: SourceIndex) -> [Int] {
        var chosen = reading.form?.neededTables ?? []
        for link in reading.links.sorted(by: { $0.score > $1.score }) where link.kind != .value {
            let name = link.kind == .table ? link.target : link.target.split(separator: ".").first.map(String.init) ?? ""
            if let table = index.tables.firstIndex(where: { $0.name == name }), !chosen.contains(table) { chosen.append(table) }
        }
        // What they join with, which a right statement may need though no word names it.
        for table in chosen {
            let others = index.joins.edges(at: table).map { $0.other(than: table) }
            for other in others where !chosen.contains(other) && !index.tables[other].isHidden { chosen.append(other) }
        }
        return Array((chosen.isEmpty ? index.tables.indices.filter { !index.tables[$0].isHidden } : chosen).prefix(8))
    }
}
