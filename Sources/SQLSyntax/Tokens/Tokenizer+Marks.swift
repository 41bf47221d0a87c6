extension Tokenizer {
    /// Reads a parenthesis, a comma or an operator.
    mutating func mark() throws(SyntaxError) -> String {
        let first = bytes[position]
        switch first {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"): break
        case UInt8(ascii: "["), UInt8(ascii: "]"): guard dialect == .postgresql else { throw unknown(1) }
        default: return dialect == .postgresql ? try postgreSQLOperator() : try operatorMark()
        }
        position += 1
        return String(UnicodeScalar(first))
    }

    private func unknown(_ count: Int) -> SyntaxError {
        let text = String(decoding: bytes[position..<position + count], as: UTF8.self)
        return switch text {
        case "?", "@", ":", "$", "#": error("'\(text)' is not supported: parameters and variables have no value here, write the value")
        case _ where bytes[position] < 0x20 || bytes[position] == 0x7F: error("a control character is not allowed")
        default: error("'\(text)' is not a supported operator")
        }
    }

    /// Reads the longest operator of SQLite or MySQL at this position.
    private mutating func operatorMark() throws(SyntaxError) -> String {
        let all = dialect == .sqlite ? Self.sqliteMarks : Self.mysqlMarks
        guard let mark = all.first(where: { bytes[position...].starts(with: $0.utf8) }) else { throw unknown(1) }
        position += mark.utf8.count
        return mark
    }

    // An operator comes before its own prefixes.
    private static let sqliteMarks = [
        "->>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "~",
    ]
    private static let mysqlMarks = [
        "->>", "<=>", "->", "||", "&&", "<=", ">=", "<>", "!=", "<<", ">>", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "~", "^", "!",
    ]

    /// Reads one PostgreSQL operator by the rules of its scanner: a comment ends it, and a sign at its end belongs to the next token unless
    /// the operator has one of `~ ! @ # ^ & | ` ? %`.
    private mutating func postgreSQLOperator() throws(SyntaxError) -> String {
        if has(":", ":") {
            position += 2
            return "::"
        }
        if byte() == UInt8(ascii: ":") {
            // A single colon is valid only in brackets; the parser refuses it elsewhere.
            guard byte(1) != UInt8(ascii: "=") else { throw unknown(2) }
            position += 1
            return ":"
        }
        var end = position
        while end < bytes.count, Self.operatorCharacters.contains(bytes[end]) {
            let next = end + 1 < bytes.count ? bytes[end + 1] : 0
            if bytes[end] == UInt8(ascii: "-"), next == UInt8(ascii: "-") { break }
            if bytes[end] == UInt8(ascii: "/"), next == UInt8(ascii: "*") { break }
            end += 1
        }
        let special: Set<UInt8> = Set("~!@#^&|`?%".utf8)
        while end > position + 1, bytes[end - 1] == UInt8(ascii: "+") || bytes[end - 1] == UInt8(ascii: "-"),
            !bytes[position..<end - 1].contains(where: special.contains)
        {
            end -= 1
        }
        guard end > position else { throw unknown(1) }
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        guard Self.postgreSQLMarks.contains(text) else { throw unknown(end - position) }
        // `@ name` is the absolute value of a name, `@name` a user's variable.
        if text == "@", end < bytes.count, bytes[end].isASCIILetter || bytes[end] == UInt8(ascii: "_") { throw unknown(1) }
        position = end
        return text
    }

    private static let operatorCharacters: Set<UInt8> = Set("~!@#^&|`?+-*/%<>=".utf8)
    private static let postgreSQLMarks: Set<String> =
        Set(BinaryOperator.allCases.filter { $0.level(in: .postgresql) != nil }.map(\.rawValue)).union([
            "!=", "@", "|/", "||/", "=>", "~~", "!~~", "~~*", "!~~*",
        ])
}
