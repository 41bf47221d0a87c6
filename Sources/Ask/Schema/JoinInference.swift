import SQL

/// Infers joins that a schema does not declare: a column that is named like the key of another table.
enum JoinInference {
    static func edges(_ tables: [SourceIndex.Table], declared: [JoinGraph.Edge]) -> [JoinGraph.Edge] {
        var out: [JoinGraph.Edge] = []
        var joined = Set(declared.map { [$0.from.table, $0.to.table].sorted() })
        for (number, table) in tables.enumerated() {
            guard table.primaryKey.count == 1, let key = table.primaryKey.first else { continue }
            let keyName = table.columns[key].name.lowercased()
            let keyWords = IdentifierWords.words(of: keyName)
            for (other, referring) in tables.enumerated() where other != number && !joined.contains([number, other].sorted()) {
                for (columnIndex, column) in referring.columns.enumerated() {
                    let words = IdentifierWords.words(of: column.name)
                    let isNamedAlike = column.name.lowercased() == keyName && !["id", "name", "code"].contains(keyName)
                    let named = table.form.words.map(\.lemma)
                    // `launch_site_id` references the `site_id` of launch sites.
                    let isTableAndPart = keyWords.count == 2 && keyWords.last == "id" && named.last == keyWords.first && words == named + ["id"]
                    let isTableAndKey = words == named + (keyWords == ["id"] ? ["id"] : keyWords) || isTableAndPart
                    // `from_depot_id` and `to_depot_id` both reference depots, each in its own role.
                    let isRole =
                        words.count > 2 && words.last == "id" && keyWords.last == "id"
                        && words.dropLast().last == table.form.words.last?.lemma && table.form.words.count == 1
                    // `carrier` with numbers references the numbered carriers.
                    let isTable = words == named && isNumberOf(table.columns[key], column)
                    guard isNamedAlike || isTableAndKey || isRole || isTable, column.type == table.columns[key].type else { continue }
                    out.append(JoinGraph.Edge(from: ColumnID(other, columnIndex), to: ColumnID(number, key), isDeclared: false))
                    guard !isRole else { continue }
                    joined.insert([number, other].sorted())
                    break
                }
            }
        }
        // Tables that share a column name without a key on either side, which is the only possible join between them.
        for first in tables.indices {
            for second in tables.indices where second > first && !joined.contains([first, second]) {
                let isAlone = { (table: Int) in !(declared + out).contains { $0.from.table == table || $0.to.table == table } }
                guard isAlone(first) || isAlone(second) else { continue }
                for (columnIndex, column) in tables[first].columns.enumerated() where !isGeneric(column.name) {
                    guard let other = tables[second].columns.firstIndex(where: { $0.name.lowercased() == column.name.lowercased() }),
                        tables[second].columns[other].type == column.type, !column.profile.isUnique || !tables[second].columns[other].profile.isUnique
                    else { continue }
                    out.append(JoinGraph.Edge(from: ColumnID(first, columnIndex), to: ColumnID(second, other), isDeclared: false))
                    joined.insert([first, second])
                    break
                }
            }
        }
        return out
    }

    /// Whether the column's numbers are in the range of the key's.
    private static func isNumberOf(_ key: SourceIndex.Column, _ column: SourceIndex.Column) -> Bool {
        guard key.profile.kind == .number, column.profile.kind == .number, let first = key.profile.minimum, let last = key.profile.maximum,
            let least = column.profile.minimum, let most = column.profile.maximum
        else { return false }
        return first <= least && most <= last
    }

    /// Where things are: rows that share it do not belong together.
    private static let places: Set<String> = ["country", "nation", "state", "city", "town", "region", "street", "address"]

    private static func isGeneric(_ name: String) -> Bool {
        let words = IdentifierWords.words(of: name)
        return words.contains("name") || words.contains("date") || words == ["id"] || words == ["type"] || words == ["year"]
            || words == ["description"]
            || words == ["age"] || words == ["location"] || words.count == 1 && !places.isDisjoint(with: words)
    }
}
