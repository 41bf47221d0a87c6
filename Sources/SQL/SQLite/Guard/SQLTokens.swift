/// Names and marks of a SQL text, cut exactly where SQLite cuts them (tokenize.c): comments and numbers' details aside.
struct SQLTokens {
    enum Token: Hashable {
        /// A word, or a string, which SQLite takes for a name in places; lower case. An unquoted word may be a keyword.
        case name(String, isQuoted: Bool)
        case mark(UInt8)
    }

    /// All tokens of the text.
    static func read(_ text: String) -> [Token] {
        var reader = SQLTokens(bytes: Array(text.utf8))
        var tokens: [Token] = []
        while let token = reader.next() { tokens.append(token) }
        return tokens
    }

    private let bytes: [UInt8]
    private var position = 0

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func next() -> Token? {
        skipSpace()
        guard let byte = byte(0) else { return nil }
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): return .name(quoted(by: byte), isQuoted: true)
        case UInt8(ascii: "["):
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
            defer { position = min(end + 1, bytes.count) }
            return .name(word(position + 1..<end), isQuoted: true)
        case _ where Self.isWord(byte):
            let end = bytes[position...].firstIndex { !Self.isWord($0) } ?? bytes.count
            defer { position = end }
            return .name(word(position..<end), isQuoted: false)
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

    /// The text between quotation marks, doubled ones halved.
    private mutating func quoted(by quote: UInt8) -> String {
        var name: [UInt8] = []
        position += 1
        while let byte = byte(0) {
            position += 1
            if byte == quote {
                guard self.byte(0) == quote else { break }
                position += 1
            }
            name.append(byte)
        }
        return String(decoding: name, as: UTF8.self).asciiLowercased
    }

    private func word(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).asciiLowercased }

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
