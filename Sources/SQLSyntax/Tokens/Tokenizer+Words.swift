extension Tokenizer {
    /// Reads a word, or a string with a prefix: `E'…'`, `N'…'`, `X'…'`, `B'…'`, `U&'…'`.
    mutating func addWord(from start: Int, isAdjacent: Bool) throws(SyntaxError) {
        let first = bytes[start].asciiLower
        if byte(1) == UInt8(ascii: "'") {
            switch (first, dialect) {
            case (UInt8(ascii: "e"), .postgresql):
                position += 1
                return add(.string, try string(escapes: true), from: start, isAdjacent: isAdjacent)
            case (UInt8(ascii: "n"), .postgresql), (UInt8(ascii: "n"), .mysql):
                position += 1
                return add(.national, try string(escapes: dialect == .mysql), from: start, isAdjacent: isAdjacent)
            case (UInt8(ascii: "x"), _):
                position += 1
                return add(.hex, try digits(\.isHexDigit, "hexadecimal"), from: start, isAdjacent: isAdjacent)
            case (UInt8(ascii: "b"), .postgresql), (UInt8(ascii: "b"), .mysql):
                position += 1
                return add(.bits, try digits({ $0 == 0x30 || $0 == 0x31 }, "binary"), from: start, isAdjacent: isAdjacent)
            default: break
            }
        }
        if first == UInt8(ascii: "u"), byte(1) == UInt8(ascii: "&"), byte(2) == UInt8(ascii: "'") || byte(2) == UInt8(ascii: "\""),
            dialect == .postgresql
        {
            guard byte(2) == UInt8(ascii: "'") else { throw error("a name as U&\"…\" is not supported: write the characters themselves") }
            position += 2
            return add(.string, try unicodeString(), from: start, isAdjacent: isAdjacent)
        }
        try skipWord()
        let raw = String(decoding: bytes[start..<position], as: UTF8.self)
        let text = dialect == .postgresql ? raw.asciiLowercased : raw
        try checkLength(of: text, at: start)
        // A string directly after a word is a prefix of another dialect, or an alias that looks like one.
        if byte() == UInt8(ascii: "'"), dialect != .postgresql, !Keywords.temporal.contains(raw.asciiUppercased), !isIntroducer(raw) {
            throw error("'\(raw)' is not supported before a quotation mark: put a space between them", at: start)
        }
        add(.word, text, keyword: raw.asciiUppercased, from: start, isAdjacent: isAdjacent)
    }

    private mutating func skipWord() throws(SyntaxError) {
        while let next = byte() {
            if next.isASCIILetter || next.isASCIIDigit || next == UInt8(ascii: "_") {
                position += 1
            } else if next == UInt8(ascii: "$") {
                guard dialect != .sqlite else { throw error("'$' in a name is supported only in quotation marks") }
                position += 1
            } else if next >= 0x80 {
                try skipScalar()
            } else {
                return
            }
        }
    }

    /// Skips one letter, mark or digit beyond ASCII. Other such characters are refused, because they can look like something else.
    private mutating func skipScalar() throws(SyntaxError) {
        let width = bytes[position] >= 0xF0 ? 4 : bytes[position] >= 0xE0 ? 3 : 2
        let end = min(position + width, bytes.count)
        guard let scalar = String(decoding: bytes[position..<end], as: UTF8.self).unicodeScalars.first, scalar.properties.isIDContinue else {
            throw error("a character is not understood here; names with it need quotation marks")
        }
        position = end
    }

    /// Reads a quoted name; doubled quotation marks become single ones.
    mutating func quotedName(closedBy quote: UInt8) throws(SyntaxError) -> String {
        let start = position
        position += 1
        var name: [UInt8] = []
        while let next = byte() {
            position += 1
            if next == quote {
                // SQLite's brackets cannot be doubled.
                guard quote != UInt8(ascii: "]"), byte() == quote else {
                    guard !name.isEmpty else { throw error("a name is empty", at: start) }
                    let text = String(decoding: name, as: UTF8.self)
                    try checkLength(of: text, at: start)
                    return text
                }
                position += 1
            }
            guard next != 0 else { throw error("a NUL byte is not allowed", at: position - 1) }
            name.append(next)
        }
        throw error("a quotation mark is never closed", at: start)
    }

    /// Refuses names that PostgreSQL would truncate, because two different names could become the same.
    private func checkLength(of name: String, at start: Int) throws(SyntaxError) {
        if dialect == .postgresql, name.utf8.count > 63 { throw error("a name has at most 63 bytes", at: start) }
    }

    /// Whether the word is MySQL's `_utf8mb4`, which names the character set that every text has here.
    private func isIntroducer(_ word: String) -> Bool { dialect == .mysql && word.asciiLowercased == Parser.introducer }
}
