/// Finds the columns from which a generated column or a CHECK constraint is computed, in the text of its expression that SQLite, MySQL and
/// MariaDB store.
package struct GenerationText {
    private let dialect: Dialect
    private let columns: [String]

    /// - Parameter columns: all columns of the table.
    package init(dialect: Dialect, columns: [String]) {
        self.dialect = dialect
        self.columns = columns
    }

    /// The columns that an expression names; nil when it is not understood or names no column.
    package func sourceColumns(of expression: String) -> [String]? {
        // An unreadable text gives no columns.
        (try? Tokenizer.read(expression, in: dialect)).flatMap { sourceColumns($0.tokens[...]) }
    }

    /// The columns that a column's definition in a `CREATE TABLE` names; nil when it is not understood or names no other column.
    package func sourceColumns(ofColumn column: String, inTable sql: String) -> [String]? {
        guard let read = try? Tokenizer.read(sql, in: dialect),  // as above
            let open = read.tokens.firstIndex(where: { $0.isMark("(") }), let close = read.closing[open]
        else { return nil }
        var start = open + 1
        var index = start
        while index < close {
            index = (read.closing[index] ?? index) + 1
            guard index == close || read.tokens[index].isMark(",") else { continue }
            let definition = read.tokens[start..<index]
            if let name = definition.first, isSame(name.text, column) { return sourceColumns(definition.dropFirst()) }
            start = index + 1
            index = start
        }
        return nil
    }

    /// The CHECK constraints of a SQLite `CREATE TABLE`: name, if it has one, and the text of the expression. Empty for text that is not
    /// understood.
    package func checks(inTable sql: String) -> [(name: String?, expression: String)] {
        guard let read = try? Tokenizer.read(sql, in: dialect) else { return [] }  // as above
        let tokens = read.tokens
        return tokens.indices.compactMap { index in
            guard tokens[index].keyword == "CHECK", tokens.indices.contains(index + 1), tokens[index + 1].isMark("("),
                let close = read.closing[index + 1], close > index + 2
            else { return nil }
            let bytes = read.bytes[tokens[index + 2].offset..<tokens[close - 1].end]
            let isNamed = index >= 2 && tokens[index - 2].keyword == "CONSTRAINT"
            return (isNamed ? tokens[index - 1].text : nil, String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The columns that the tokens name. Each word that is a column's name counts, whatever it means there. A quoted name that is not a
    /// column makes the result nil.
    private func sourceColumns(_ tokens: ArraySlice<Token>) -> [String]? {
        var found: Set<String> = []
        for token in tokens where token.kind == .word || token.kind == .quoted {
            if let column = columns.first(where: { isSame($0, token.text) }) {
                found.insert(column)
            } else if token.kind == .quoted {
                return nil
            }
        }
        return found.isEmpty ? nil : columns.filter(found.contains)
    }

    private func isSame(_ left: String, _ right: String) -> Bool { left.lowercased() == right.lowercased() }
}

extension Token {
    fileprivate func isMark(_ text: String) -> Bool { kind == .mark && self.text == text }
}
