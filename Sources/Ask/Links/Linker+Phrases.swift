extension Linker {
    /// Links names of the semantic layer. They match as well as complete names of the schema.
    func linkPhrases(_ at: (Int, Int, (inout LinkedItem) -> Void) -> Void) {
        let phrases = index.phrases
        guard phrases.longest > 0 else { return }
        let words = tokens.map(\.lemma)
        for start in tokens.indices {
            for end in start + 1...min(tokens.count, start + phrases.longest) {
                guard tokens[end - 1].kind == .word || tokens[end - 1].kind == .number else { break }
                for target in phrases.named(Array(words[start..<end])) {
                    switch target {
                    case .table(let table):
                        at(start, end) { item in
                            item.tables.removeAll { $0.table == table }
                            item.tables.append(LinkedItem.TableLink(table: table, score: 1))
                        }
                    case .column(let column): at(start, end) { $0.put(column) }
                    case .filter(let column): if isNamed(column.table, words) { at(start, end) { $0.put(column) } }
                    }
                }
            }
        }
    }

    private func isNamed(_ table: Int, _ words: [String]) -> Bool {
        if index.phrases.namesTable(table, words) { return true }
        return tokens.contains { token in
            index.lexicon.uses(of: token).contains { use, likeness, _ in use.owner == .table(table) && likeness > 0.9 }
        }
    }
}

extension LinkedItem {
    fileprivate mutating func put(_ column: ColumnID) {
        columns.removeAll { $0.column == column }
        columns.append(ColumnLink(column: column, score: 1))
    }
}
