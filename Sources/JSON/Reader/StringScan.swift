/// Finds what ends a plain run inside a JSON string, eight bytes at a time.
enum StringScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let quotes = ones * UInt64(UInt8(ascii: "\""))
    private static let backslashes = ones * UInt64(UInt8(ascii: "\\"))
    private static let spaces = ones * 0x20

    /// The first quote, backslash or control character (RFC 8259 section 7) at or after `start`, or the end.
    @inline(__always)
    static func firstSpecial(in text: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while text.count - position >= 8 {
            let plain = plainCount(word(of: text, at: position))
            position += plain
            if plain < 8 { return position }
        }
        while position < text.count, !isSpecial(text[position]) { position += 1 }
        return position
    }

    /// Eight bytes as they appear in memory; there must be as many.
    @inline(__always)
    static func word(of text: Span<UInt8>, at position: Int) -> UInt64 {
        text.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// The number of bytes before the first special one in a word.
    @inline(__always)
    static func plainCount(_ word: UInt64) -> Int { marks(UInt64(littleEndian: word)).trailingZeroBitCount / 8 }

    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// The high bit of each byte that is special. Borrows can set bits above a true one, never below: the lowest is exact.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let quote = word ^ quotes
        let backslash = word ^ backslashes
        let found = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- spaces) & ~word)
        return found & highs
    }
}
