/// What a SQL text says in names, read without understanding it: for questions that SQLite's authorizer leaves open.
struct SQLNames {
    /// Every name and string of the text.
    private(set) var all: Set<String> = []
    /// Names that the text gives to a `WITH` query, and some that only look so.
    private(set) var defined: Set<String> = []
    /// Columns of `USING (…)`, which SQLite joins by without asking the authorizer.
    private(set) var joined: Set<String> = []
    /// Whether a `NATURAL` join may be there, which names its columns nowhere.
    private(set) var hasNaturalJoin = false
    /// Whether a named variable may be there (`:a`, `@a`, `#a`, `$a`), whose end SQLite finds by rules of its own.
    private(set) var hasVariable = false

    init(_ text: String) {
        let tokens = SQLTokens.read(text)
        for (index, token) in tokens.enumerated() {
            guard case .name(let name, let isQuoted) = token else {
                if case .mark(let mark) = token, [UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#")].contains(mark) { hasVariable = true }
                continue
            }
            if !isQuoted, name.hasPrefix("$") { hasVariable = true }
            all.insert(name)
            let following = tokens[(index + 1)...].prefix(2)
            if Self.startsQuery(following) { defined.insert(name) }
            if isQuoted { continue }
            if name == "natural" { hasNaturalJoin = true }
            if name == "using" { join(tokens[(index + 1)...]) }
        }
    }

    /// Whether a `WITH` name may stand before: `AS (`, `AS MATERIALIZED`, `AS NOT`, or a list of columns.
    private static func startsQuery(_ tokens: ArraySlice<SQLTokens.Token>) -> Bool {
        guard let first = tokens.first, let second = tokens.last else { return false }
        let parenthesis = SQLTokens.Token.mark(UInt8(ascii: "("))
        if first == parenthesis { return true }
        guard first == .name("as", isQuoted: false) else { return false }
        return [parenthesis, .name("materialized", isQuoted: false), .name("not", isQuoted: false)].contains(second)
    }

    private mutating func join(_ tokens: ArraySlice<SQLTokens.Token>) {
        for token in tokens {
            switch token {
            case .name(let column, _): joined.insert(column)
            case .mark(UInt8(ascii: ")")): return
            default: break
            }
        }
    }
}
