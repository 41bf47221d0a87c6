/// A SQLite `CREATE TABLE` split into its definitions, so that some can be removed or replaced where SQLite has no statement for it.
package struct TableText {
    private struct Definition {
        /// The column's name; nil for a constraint of the table.
        let column: String?
        /// The columns of a foreign key constraint of the table.
        let keyColumns: [String]
        let names: Set<String>
        var text: String
    }

    private var definitions: [Definition] = []
    private let suffix: String

    /// Nil for text that is not understood.
    package init?(_ sql: String) {
        guard let read = try? Tokenizer.read(sql, in: .sqlite),  // Unreadable text is not understood.
            let open = read.tokens.firstIndex(where: { $0.kind == .mark && $0.text == "(" }), let close = read.closing[open]
        else { return nil }
        func text(_ start: Int, _ end: Int) -> String { String(decoding: read.bytes[start..<end], as: UTF8.self) }
        var start = open + 1
        var index = start
        while index < close {
            index = (read.closing[index] ?? index) + 1
            guard index == close || read.tokens[index].kind == .mark && read.tokens[index].text == "," else { continue }
            guard start < index else { return nil }
            let tokens = read.tokens[start..<index]
            let names = Self.names(in: read, start..<index)
            let isConstraint = Self.constraints.contains(read.tokens[start].keyword)
            var key: [String] = []
            if let foreign = tokens.firstIndex(where: { $0.keyword == "FOREIGN" }), isConstraint, foreign + 2 < index,
                let end = read.closing[foreign + 2]
            {
                key = read.tokens[(foreign + 3)..<end].filter { $0.kind != .mark }.map { $0.text.lowercased() }
            }
            definitions.append(
                Definition(
                    column: isConstraint ? nil : read.tokens[start].text, keyColumns: key, names: names,
                    text: text(read.tokens[start].offset, read.tokens[index - 1].end)))
            start = index + 1
            index = start
        }
        suffix = text(read.tokens[close].end, read.bytes.count)
    }

    /// Names that may be columns of the table: quoted names, and words in parentheses, without those of a referenced table.
    private static func names(in read: Tokenizer, _ range: Range<Int>) -> Set<String> {
        var found: Set<String> = []
        var depth = 0
        var index = range.lowerBound + 1
        while index < range.upperBound {
            let token = read.tokens[index]
            if token.keyword == "REFERENCES" {
                index += 2
                if index < range.upperBound, let end = read.closing[index] { index = end + 1 }
                continue
            }
            if token.kind == .mark { depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0 }
            if token.kind == .quoted || token.kind == .word && depth > 0 { found.insert(token.text.lowercased()) }
            index += 1
        }
        return found
    }

    private static let constraints: Set<String> = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]

    /// The columns, in order.
    package var columns: [String] { definitions.compactMap(\.column) }

    /// Removes a column and a foreign key of it alone.
    /// - Returns: false, without a change, when something else in the table names the column.
    package mutating func remove(column: String) -> Bool {
        let name = column.lowercased()
        let left = definitions.filter { $0.column?.lowercased() != name && $0.keyColumns != [name] }
        guard left.count < definitions.count, !left.contains(where: { $0.names.contains(name) }) else { return false }
        definitions = left
        return true
    }

    /// Replaces a column's definition.
    /// - Parameter definition: the name and everything after it.
    /// - Returns: false when there is no such column.
    package mutating func replace(column: String, with definition: String) -> Bool {
        guard let index = definitions.firstIndex(where: { $0.column?.lowercased() == column.lowercased() }) else { return false }
        definitions[index].text = definition
        return true
    }

    /// The text after the name of the table: the definitions and table options.
    package var body: String { "(\n  \(definitions.map(\.text).joined(separator: ",\n  "))\n)\(suffix)" }
}
