/// Splits a text into tokens exactly as the dialect's engine does, and refuses text that engines split differently.
struct Tokenizer {
    let dialect: Dialect
    let bytes: [UInt8]
    var position = 0
    private(set) var tokens: [Token] = []
    /// Indexes of tokens that opened a parenthesis or bracket.
    private var open: [Int] = []
    /// For each token that opens a parenthesis or bracket, the index of the closing one.
    private(set) var closing: [Int: Int] = [:]

    /// The tokens of a text, the last of kind `end`.
    static func read(_ text: String, in dialect: Dialect) throws(SyntaxError) -> Tokenizer {
        guard text.utf8.count <= SyntaxLimits.length else {
            throw SyntaxError(SourcePosition(line: 1, column: 1), "a statement has at most \(SyntaxLimits.length) bytes")
        }
        var tokenizer = Tokenizer(dialect: dialect, bytes: Array(text.utf8))
        tokenizer.tokens.reserveCapacity(tokenizer.bytes.count / 5 + 2)
        while try tokenizer.readNext() {}
        if let last = tokenizer.open.last {
            throw tokenizer.error("'\(tokenizer.tokens[last].text)' is never closed", at: tokenizer.tokens[last].offset)
        }
        return tokenizer
    }

    private init(dialect: Dialect, bytes: [UInt8]) {
        self.dialect = dialect
        self.bytes = bytes
    }

    func byte(_ ahead: Int = 0) -> UInt8? { position + ahead < bytes.count ? bytes[position + ahead] : nil }

    func has(_ first: Character, _ second: Character) -> Bool { byte() == first.asciiValue && byte(1) == second.asciiValue }

    func error(_ reason: String, at offset: Int? = nil) -> SyntaxError {
        SyntaxError(SourcePosition(offset: offset ?? position, in: String(decoding: bytes, as: UTF8.self)), reason)
    }

    private mutating func readNext() throws(SyntaxError) -> Bool {
        let before = position
        try skipBlank()
        let start = position
        let isAdjacent = before == start && start > 0
        guard let first = byte() else {
            add(.end, "", from: start, isAdjacent: isAdjacent)
            return false
        }
        guard tokens.count < SyntaxLimits.tokens else { throw error("a statement has at most \(SyntaxLimits.tokens) words and marks") }
        switch first {
        case 0: throw error("a NUL byte is not allowed")
        case UInt8(ascii: "'"): add(.string, try string(escapes: dialect == .mysql), from: start, isAdjacent: isAdjacent)
        case UInt8(ascii: "\""):
            if dialect == .mysql {
                add(.string, try string(escapes: true), from: start, isAdjacent: isAdjacent)
            } else {
                add(.quoted, try quotedName(closedBy: first), from: start, isAdjacent: isAdjacent)
            }
        case UInt8(ascii: "`") where dialect != .postgresql: add(.quoted, try quotedName(closedBy: first), from: start, isAdjacent: isAdjacent)
        case UInt8(ascii: "[") where dialect == .sqlite:
            add(.quoted, try quotedName(closedBy: UInt8(ascii: "]")), from: start, isAdjacent: isAdjacent)
        case UInt8(ascii: "$") where dialect == .postgresql: add(.string, try dollarQuoted(), from: start, isAdjacent: isAdjacent)
        case UInt8(ascii: "."):
            if byte(1)?.isASCIIDigit == true {
                add(.number, try number(), from: start, isAdjacent: isAdjacent)
            } else {
                position += 1
                add(.mark, ".", from: start, isAdjacent: isAdjacent)
            }
        case _ where first.isASCIIDigit: add(.number, try number(), from: start, isAdjacent: isAdjacent)
        case _ where first.isASCIILetter || first == UInt8(ascii: "_") || first >= 0x80: try addWord(from: start, isAdjacent: isAdjacent)
        default:
            let mark = try self.mark()
            add(.mark, mark, from: start, isAdjacent: isAdjacent)
            try pair(mark)
        }
        return true
    }

    mutating func add(_ kind: Token.Kind, _ text: String, keyword: String = "", from start: Int, isAdjacent: Bool) {
        tokens.append(Token(kind: kind, text: text, keyword: keyword, offset: start, end: position, isAdjacent: isAdjacent))
    }

    private mutating func pair(_ mark: String) throws(SyntaxError) {
        switch mark {
        case "(", "[":
            open.append(tokens.count - 1)
            guard open.count <= SyntaxLimits.parentheses else {
                throw error("at most \(SyntaxLimits.parentheses) parentheses may stand inside one another")
            }
        case ")", "]":
            guard let last = open.popLast(), tokens[last].text == (mark == ")" ? "(" : "[") else {
                throw error("'\(mark)' closes nothing", at: position - 1)
            }
            closing[last] = tokens.count - 1
        default: break
        }
    }

    /// Skips white space and comments. An executable or unterminated comment is refused.
    private mutating func skipBlank() throws(SyntaxError) {
        while let first = byte() {
            switch first {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: position += 1
            // The vertical tab is white space only on MySQL.
            case 0x0B where dialect == .mysql: position += 1
            case UInt8(ascii: "-") where byte(1) == first:
                // MySQL reads `--5` as two signs.
                if dialect == .mysql, let after = byte(2), after > 0x20 { return }
                skipLine()
            case UInt8(ascii: "#") where dialect == .mysql: skipLine()
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipLine() {
        while let next = byte(), next != 0x0A {
            // PostgreSQL also ends the line at a carriage return. Without this, the rest would be a comment here and a statement there.
            if next == 0x0D, dialect == .postgresql { return }
            position += 1
        }
    }

    private mutating func skipComment() throws(SyntaxError) {
        let start = position
        if dialect == .mysql, byte(2) == UInt8(ascii: "!") || (byte(2)?.asciiLower == UInt8(ascii: "m") && byte(3) == UInt8(ascii: "!")) {
            throw error("a comment that the engine runs (/*! … */) is not allowed")
        }
        position += 2
        var depth = 1
        while depth > 0 {
            guard byte() != nil, byte(1) != nil else { throw error("a comment is never closed", at: start) }
            if has("*", "/") {
                depth -= 1
                position += 2
            } else if has("/", "*") {
                // PostgreSQL nests comments; elsewhere the first `*/` ends them. Servers differ on executable comments inside, so MySQL
                // comments may not contain any.
                if dialect == .postgresql { depth += 1 } else if dialect == .mysql { throw error("a comment inside a comment is not allowed") }
                position += dialect == .sqlite ? 1 : 2
            } else {
                position += 1
            }
        }
    }
}
