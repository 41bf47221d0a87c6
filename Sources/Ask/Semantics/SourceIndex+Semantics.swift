import SQL
import SQLSyntax

extension SourceIndex {
    /// The index with the names, measures and filters of a semantic layer. Entries that name nothing here, or read a column that the caller may not
    /// see, are left out.
    func speaking(_ layer: SemanticLayer) -> SourceIndex {
        var tables = tables
        var phrases = SemanticPhrases()
        for own in layer.tables {
            guard let number = tables.firstIndex(where: { $0.id == own.name }), !tables[number].isHidden else { continue }
            for name in own.words.synonyms { phrases.add(SemanticPhrases.words(of: name), .table(number)) }
            let seen = tables[number].columns.filter { !$0.isHidden }.map(\.name)
            func place(_ name: String) -> Int? {
                seen.contains(name) ? tables[number].columns.firstIndex { $0.name == name && $0.expression == nil } : nil
            }
            tables[number].description = own.words.description
            tables[number].display = own.display.compactMap { place($0).map { ColumnID(number, $0) } }
            if tables[number].display.count < own.display.count { tables[number].display = [] }
            tables[number].date = own.date.flatMap { place($0).map { ColumnID(number, $0) } }
            for column in own.columns {
                guard let place = place(column.name) else { continue }
                tables[number].columns[place].description = column.words.description
                for name in column.words.synonyms { phrases.add(SemanticPhrases.words(of: name), .column(ColumnID(number, place))) }
            }
            for concept in own.concepts {
                // A layer that was right when it was applied may name what the database no longer has.
                guard let expression = try? SemanticExpression(concept, columns: seen, in: dialect) else { continue }
                let column = ColumnID(number, tables[number].columns.count)
                tables[number].columns.append(Column(concept, expression, of: tables[number]))
                let nouns = [tables[number].form.words.map(\.lemma)] + own.words.synonyms.map { SemanticPhrases.words(of: $0) }
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

/// The name of a filter, without the noun of its table if need be: "active" for "active customer".
enum SemanticFilterName {
    static func adjective(_ words: [String], before nouns: [[String]]) -> [String] {
        let noun = nouns.filter { !$0.isEmpty && words.count > $0.count && Array(words.suffix($0.count)) == $0 }.max { $0.count < $1.count }
        return noun.map { Array(words.dropLast($0.count)) } ?? words
    }
}

extension SourceIndex.Column {
    /// A column that is computed.
    fileprivate init(_ concept: SemanticLayer.Concept, _ expression: SemanticExpression, of table: SourceIndex.Table) {
        var profile = ColumnProfile(kind: concept.kind == .filter ? .flag : .number)
        profile.distinctValues = concept.kind == .filter ? 2 : Int(table.rows ?? 0)
        self.init(
            name: concept.name, form: NameForm(concept.name), type: concept.kind == .filter ? .boolean : .double, profile: profile,
            isPrimaryKey: false, isForeignKey: false, expression: expression, description: concept.words.description,
            isMetric: concept.kind == .metric)
    }
}
