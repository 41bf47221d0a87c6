import SQLSyntax

/// The names and marks of a SQL text, split exactly as SQLite does (tokenize.c), without comments and the details of numbers.
struct SQLTokens {
    enum Token {
        /// A word by its range in the text; it may be a keyword.
        case word(Range<Int>)
        /// A name or string by the range inside its quotation marks, which are doubled inside. SQLite accepts strings as names in some
        /// positions.
        case quoted(Range<Int>, by: UInt8)
        case mark(UInt8)
    }

    private(set) var tokens: [Token] = []
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        tokens.reserveCapacity(bytes.count / 4)
        while let token = next() { tokens.append(token) }
    }

    /// The name that a token is, in lower case; nil for a mark.
    func name(_ token: Token) -> String? {
        switch token {
        case .word(let range): String(decoding: bytes[range], as: UTF8.self).asciiLowercased
        case .quoted(let range, let quote): Self.name(bytes[range], quotedBy: quote)
        case .mark: nil
        }
    }

    /// Whether the token is this word, unquoted.
    /// - Parameter word: in lower case.
    func isWord(_ token: Token, _ word: StaticString) -> Bool {
        guard case .word(let range) = token, range.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { zip(bytes[range], $0).allSatisfy { $0.asciiLower == $1 } }
    }

    /// Whether the token is an unquoted word that begins with the byte.
    func begins(_ token: Token, with byte: UInt8) -> Bool {
        if case .word(let range) = token { bytes[range].first == byte } else { false }
    }

    private static func name(_ text: ArraySlice<UInt8>, quotedBy quote: UInt8) -> String {
        // The first of two quotation marks is kept. Brackets cannot be doubled.
        var isFirst = false
        let name = text.filter { byte in
            isFirst = byte == quote && !isFirst
            return byte != quote || isFirst
        }
        return String(decoding: name, as: UTF8.self).asciiLowercased
    }

    private mutating func next() -> Token? {
        skipSpace()
        guard let byte = byte(0) else { return nil }
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): return .quoted(quoted(by: byte), by: byte)
        case UInt8(ascii: "["):
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
            defer { position = min(end + 1, bytes.count) }
            return .quoted(position + 1..<end, by: UInt8(ascii: "]"))
        case _ where Self.isWord(byte):
            let end = bytes[position...].firstIndex { !Self.isWord($0) } ?? bytes.count
            defer { position = end }
            return .word(position..<end)
        default:
            position += 1
            return .mark(byte)
        }
    }

    private mutating func skipSpace() {
        while let first = byte(0) {
            switch (first, byte(1)) {
            case (0x20, _), (0x09, _), (0x0A, _), (0x0B, _), (0x0C, _), (0x0D, _): position += 1
            case (0xEF, 0xBB) where byte(2) == 0xBF: position += 3
            case (UInt8(ascii: "-"), UInt8(ascii: "-")):
                position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
            case (UInt8(ascii: "/"), UInt8(ascii: "*")) where byte(2) != nil:
                position += 2
                while let star = byte(0), star != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") { position += 1 }
                position = min(position + 2, bytes.count)
            default: return
            }
        }
    }

    /// The text between quotation marks; a doubled one does not end it.
    private mutating func quoted(by quote: UInt8) -> Range<Int> {
        position += 1
        let start = position
        while let byte = byte(0) {
            position += 1
            if byte == quote {
                guard self.byte(0) == quote else { return start..<position - 1 }
                position += 1
            }
        }
        return start..<position
    }

    private func byte(_ offset: Int) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
            true
        default: false
        }
    }
}
