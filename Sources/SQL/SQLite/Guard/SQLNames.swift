/// The names in a SQL text, found without parsing it. The guard checks with them what SQLite does not ask its authorizer about.
struct SQLNames {
    /// Columns of `USING (…)`, which SQLite joins by without asking the authorizer.
    private(set) var joined: Set<String> = []
    /// Whether the text may have a `NATURAL` join, which does not name its columns.
    private(set) var hasNaturalJoin = false
    /// Whether the text may have a named variable (`:a`, `@a`, `#a`, `$a`), whose end SQLite finds by its own rules.
    private(set) var hasVariable = false

    private let text: SQLTokens

    init(_ text: String) {
        self.text = SQLTokens(text)
        for (index, token) in self.text.tokens.enumerated() {
            switch token {
            case .mark(UInt8(ascii: ":")), .mark(UInt8(ascii: "@")), .mark(UInt8(ascii: "#")): hasVariable = true
            case .mark, .quoted: continue
            case .word:
                if self.text.begins(token, with: UInt8(ascii: "$")) { hasVariable = true }
                if self.text.isWord(token, "natural") { hasNaturalJoin = true }
                if self.text.isWord(token, "using") { join(self.text.tokens[(index + 1)...]) }
            }
        }
    }

    /// Every name and string of the text.
    var all: Set<String> { Set(text.tokens.compactMap { text.name($0) }) }

    /// Names of `WITH` queries in the text, and some that only look like such names.
    var defined: Set<String> {
        let tokens = text.tokens
        return Set(tokens.indices.compactMap { startsQuery(tokens[($0 + 1)...].prefix(2)) ? text.name(tokens[$0]) : nil })
    }

    /// Whether the name before may be a `WITH` name: `AS (`, `AS MATERIALIZED`, `AS NOT`, or a list of columns follows.
    private func startsQuery(_ tokens: ArraySlice<SQLTokens.Token>) -> Bool {
        guard let first = tokens.first, let second = tokens.last else { return false }
        if case .mark(UInt8(ascii: "(")) = first { return true }
        guard text.isWord(first, "as") else { return false }
        if case .mark(UInt8(ascii: "(")) = second { return true }
        return text.isWord(second, "materialized") || text.isWord(second, "not")
    }

    private mutating func join(_ tokens: ArraySlice<SQLTokens.Token>) {
        for token in tokens {
            if case .mark(let mark) = token {
                if mark == UInt8(ascii: ")") { return }
            } else if let column = text.name(token) {
                joined.insert(column)
            }
        }
    }
}
