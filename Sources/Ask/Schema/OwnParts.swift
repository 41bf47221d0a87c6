/// Adds roles: a foreign key to a row of the same table gives that row a role, such as the manager of an employee.
///
/// Each such key adds a virtual table of the rows with that role, so that a question can name, join and compare both.
enum OwnParts {
    /// - Returns: nil if no table references itself, or if the role's name is already the name of a table.
    static func adding(to tables: [SourceIndex.Table], _ joins: JoinGraph) -> (tables: [SourceIndex.Table], joins: JoinGraph)? {
        var made = tables
        var edges = joins.edges
        for edge in joins.edges where edge.from.table == edge.to.table && edge.from != edge.to {
            let own = tables[edge.from.table]
            let words = name(of: own.columns[edge.from.column].form)
            guard !words.isEmpty, !own.isHidden, own.primaryKey.count == 1, !made.contains(where: { $0.form.words.map(\.lemma) == words }) else {
                continue
            }
            var part = own
            part.name = words.joined(separator: "_")
            part.form = NameForm(part.name)
            part.held = edge.from.table
            part.display = own.display.map { ColumnID(made.count, $0.column) }
            part.date = own.date.map { ColumnID(made.count, $0.column) }
            edges.removeAll { $0 == edge }
            edges.append(JoinGraph.Edge(from: edge.from, to: ColumnID(made.count, edge.to.column), isDeclared: edge.isDeclared))
            made.append(part)
        }
        return made.count == tables.count ? nil : (made, JoinGraph(edges))
    }

    /// The name of a role: `manager_id` and `reports_to` both give managers.
    private static func name(of key: NameForm) -> [String] {
        let words = key.words.filter { $0.lemma != "id" && $0.weight >= 0.5 }.map(\.lemma)
        return words.first?.hasPrefix("report") == true ? ["manager"] : words
    }
}

extension SourceIndex {
    /// Whether any word names a role.
    func namesPart(_ tokens: [WordToken]) -> Bool {
        tables.contains { table in
            table.held != nil
                && table.form.words.allSatisfy { word in
                    tokens.contains { token in
                        token.kind == .word
                            && (token.stem == word.stem || token.stem == word.lemma || Synonyms.areSynonyms(token.lemma, word.lemma)
                                || Spelling.isNear(token.lemma, word.lemma))
                    }
                }
        }
    }

    /// The values with this text, also for each role of their table.
    func entries(_ key: String) -> [ValueIndex.Entry] {
        let entries = values.whole[key] ?? []
        guard !entries.isEmpty, tables.last?.held != nil else { return entries }
        return entries
            + tables.indices.flatMap { part in
                entries.filter { $0.column.table == tables[part].held }.map {
                    ValueIndex.Entry(column: ColumnID(part, $0.column.column), text: $0.text)
                }
            }
    }
}
