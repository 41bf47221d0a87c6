/// Parses a query from tokens by recursive descent. It refuses text that it does not fully understand, with the position and what it
/// expected.
struct Parser {
    let dialect: Dialect
    let text: String
    private let tokens: [Token]
    private let closing: [Int: Int]
    private(set) var index = 0
    /// Calls of ``descend()`` without their ``ascend()``.
    private var depth = 0
    /// `WITH` queries read so far.
    var withQueries = 0
    /// The sort keys that MariaDB's `GROUP BY a DESC` gave to the last parsed SELECT.
    var groupOrder: [SortKey] = []
    /// Whether the next SELECT list has no effect and may be omitted, as in `EXISTS` on PostgreSQL.
    var mayOmitList = false
    /// Height of the highest tree parsed since the caller set it to 0.
    var height = 0
    /// Whether a value parsed here can be a ``Literal/Parameter``.
    var place = Place.elsewhere

    enum Place {
        /// No value is a parameter here: titles repeat the text, keys are compared with one another, and limits count rows.
        case elsewhere
        /// In a query, outside its conditions.
        case query
        /// In a condition, where values may be parameters.
        case condition
    }

    init(_ text: String, in dialect: Dialect) throws(SyntaxError) {
        let read = try Tokenizer.read(text, in: dialect)
        self.dialect = dialect
        self.text = text
        tokens = read.tokens
        closing = read.closing
    }

    // MARK: Tokens

    var token: Token { tokens[index] }

    func token(after count: Int) -> Token { tokens[max(0, min(index + count, tokens.count - 1))] }

    mutating func advance() { if index < tokens.count - 1 { index += 1 } }

    func isWord(_ keyword: String, after count: Int = 0) -> Bool {
        let token = token(after: count)
        return token.kind == .word && token.keyword == keyword
    }

    func isMark(_ mark: String, after count: Int = 0) -> Bool {
        let token = token(after: count)
        return token.kind == .mark && token.text == mark
    }

    func isOneOf(_ keywords: Set<String>, after count: Int = 0) -> Bool {
        let token = token(after: count)
        return token.kind == .word && keywords.contains(token.keyword)
    }

    mutating func take(_ keyword: String) -> Bool {
        guard isWord(keyword) else { return false }
        advance()
        return true
    }

    mutating func take(_ first: String, _ second: String) -> Bool {
        guard isWord(first), isWord(second, after: 1) else { return false }
        advance()
        advance()
        return true
    }

    mutating func takeMark(_ mark: String) -> Bool {
        guard isMark(mark) else { return false }
        advance()
        return true
    }

    mutating func expect(_ keyword: String) throws(SyntaxError) { if !take(keyword) { throw expected(keyword) } }
    mutating func expectMark(_ mark: String) throws(SyntaxError) { if !takeMark(mark) { throw expected("'\(mark)'") } }

    /// The token after the parenthesis pair that opens `count` tokens ahead.
    func tokenAfterParenthesis(at count: Int) -> Token {
        guard let close = closing[index + count] else { return tokens[tokens.count - 1] }
        return tokens[min(close + 1, tokens.count - 1)]
    }

    /// The text since a token.
    func written(since start: Int) -> String {
        let from = tokens[start].offset
        let to = index > start ? tokens[index - 1].end : from
        return String(decoding: text.utf8.dropFirst(from).prefix(to - from), as: UTF8.self)
    }

    // MARK: Refusals

    func error(_ reason: String, at token: Token? = nil) -> SyntaxError {
        SyntaxError(SourcePosition(offset: (token ?? self.token).offset, in: text), reason)
    }

    func expected(_ what: String) -> SyntaxError { error("\(what) is expected, not \(found)") }

    /// The token at this position, described for an error: a word, a mark, or its kind.
    var found: String {
        switch token.kind {
        case .end: "the end"
        case .word, .mark, .number: "'\(token.text.prefix(40))'"
        case .quoted: "a name"
        case .string, .national, .hex, .bits: "a string"
        }
    }

    // MARK: Depth

    /// Must be called by each function that can recurse, so that hostile text cannot exhaust the stack.
    mutating func descend() throws(SyntaxError) {
        depth += 1
        guard depth <= SyntaxLimits.height else { throw tooHigh }
    }

    mutating func ascend() { depth -= 1 }

    /// Adds one level above the tree that was just parsed.
    mutating func grow() throws(SyntaxError) {
        height += 1
        guard height <= SyntaxLimits.height else { throw tooHigh }
    }

    private var tooHigh: SyntaxError {
        error("operators and queries stand at most \(SyntaxLimits.height) deep: write a long chain as IN (…), or in parts")
    }
}
