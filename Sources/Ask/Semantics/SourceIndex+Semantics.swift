import SQL
import SQLSyntax

extension SourceIndex {
    /// Adds the names, measures and filters of a semantic layer. Entries for something that this index does not contain, or for a column
    /// that the caller may not see, are ignored.
    func applying(_ layer: SemanticLayer) -> SourceIndex {
        var tables = tables
        var phrases = SemanticPhrases()
        for entry in layer.tables {
            guard let tableIndex = tables.firstIndex(where: { $0.id == entry.name }), !tables[tableIndex].isHidden else { continue }
            for name in entry.words.synonyms { phrases.add(SemanticPhrases.words(of: name), .table(tableIndex)) }
            let visibleNames = tables[tableIndex].columns.filter { !$0.isHidden }.map(\.name)
            func columnIndex(_ name: String) -> Int? {
                visibleNames.contains(name) ? tables[tableIndex].columns.firstIndex { $0.name == name && $0.expression == nil } : nil
            }
            tables[tableIndex].description = entry.words.description
            tables[tableIndex].display = entry.display.compactMap { columnIndex($0).map { ColumnID(tableIndex, $0) } }
            // Some of the columns alone do not identify a row to people.
            if tables[tableIndex].display.count < entry.display.count { tables[tableIndex].display = [] }
            tables[tableIndex].date = entry.date.flatMap { columnIndex($0).map { ColumnID(tableIndex, $0) } }
            for column in entry.columns {
                guard let index = columnIndex(column.name) else { continue }
                tables[tableIndex].columns[index].description = column.words.description
                for name in column.words.synonyms { phrases.add(SemanticPhrases.words(of: name), .column(ColumnID(tableIndex, index))) }
            }
            for concept in entry.concepts {
                // A layer that was valid when it was applied may contain names that the database no longer has.
                guard let expression = try? SemanticExpression(concept, columns: visibleNames, in: dialect) else { continue }
                let column = ColumnID(tableIndex, tables[tableIndex].columns.count)
                tables[tableIndex].columns.append(Column(concept, expression, of: tables[tableIndex]))
                let nouns = [tables[tableIndex].form.words.map(\.lemma)] + entry.words.synonyms.map { SemanticPhrases.words(of: $0) }
                for name in [concept.name] + concept.words.synonyms {
                    let words = SemanticPhrases.words(of: name)
                    guard concept.kind == .filter else {
                        phrases.add(words, .column(column))
                        continue
                    }
                    phrases.add(SemanticFilterName.adjective(words, before: nouns), .filter(column))
                }
            }
        }
        return SourceIndex(dialect: dialect, tables: tables, values: values, joins: joins, phrases: phrases, words: lexicon.words)
    }
}

/// The name of a filter without the noun of its table: "active" for "active customer".
enum SemanticFilterName {
    static func adjective(_ words: [String], before nouns: [[String]]) -> [String] {
        let noun = nouns.filter { !$0.isEmpty && words.count > $0.count && Array(words.suffix($0.count)) == $0 }.max { $0.count < $1.count }
        return noun.map { Array(words.dropLast($0.count)) } ?? words
    }
}

extension SourceIndex.Column {
    /// A computed column.
    fileprivate init(_ concept: SemanticLayer.Concept, _ expression: SemanticExpression, of table: SourceIndex.Table) {
        var profile = ColumnProfile(kind: concept.kind == .filter ? .flag : .number)
        profile.distinctValues = concept.kind == .filter ? 2 : Int(table.rows ?? 0)
        self.init(
            name: concept.name, form: NameForm(concept.name), type: concept.kind == .filter ? .boolean : .double, profile: profile,
            isPrimaryKey: false, isForeignKey: false, expression: expression, description: concept.words.description,
            isMetric: concept.kind == .metric)
    }
}
