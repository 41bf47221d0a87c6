/// Reads the texts that SQLite uses as times, because it has no time type (lang_datefunc.html, time values 2 to 7).
enum SQLiteTime {
    /// `YYYY-MM-DD HH:MM[:SS[.fff]][zone]` with a space or `T` as RFC 3339; UTC where no zone is given, and no fraction where it is zero.
    /// Nil when the text is not in one of these forms.
    static func rfc3339(_ text: UnsafeRawBufferPointer) -> String? {
        guard text.count >= 16, text.count <= 40, matches(text, "0000-00-00", at: 0), matches(text, "00:00", at: 11) else { return nil }
        guard text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "T") else { return nil }
        var end = 16
        var seconds = ":00"
        if matches(text, ":00", at: end) {
            end += 3
            if end < text.count, text[end] == UInt8(ascii: ".") {
                let digits = text[(end + 1)...].prefix { isDigit($0) }.count
                guard digits > 0 else { return nil }
                let isWhole = text[(end + 1)..<(end + 1 + digits)].allSatisfy { $0 == UInt8(ascii: "0") }
                seconds = slice(text, 16..<(isWhole ? end : end + 1 + digits))
                end += 1 + digits
            } else {
                seconds = slice(text, 16..<end)
            }
        }
        let zone: String
        switch text.count - end {
        case 0: zone = "Z"
        case 1 where text[end] | 0x20 == UInt8(ascii: "z"): zone = "Z"
        case 6 where (text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-")) && matches(text, "00:00", at: end + 1):
            zone = slice(text, end..<text.count)
        default: return nil
        }
        return slice(text, 0..<10) + "T" + slice(text, 11..<16) + seconds + zone
    }

    /// Whether the text is `YYYY-MM-DDTHH:MM:SS[.fff]Z` already, with no fraction of zeros, so that it can be written as it stands.
    static func isFinal(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= 20, text.count <= 40, text[10] == UInt8(ascii: "T"), text[text.count - 1] == UInt8(ascii: "Z") else { return false }
        guard matches(text, "0000-00-00", at: 0), matches(text, "00:00:00", at: 11) else { return false }
        guard text.count > 20 else { return true }
        let fraction = text[20..<(text.count - 1)]
        return text[19] == UInt8(ascii: ".") && fraction.allSatisfy(isDigit) && fraction.contains { $0 != UInt8(ascii: "0") }
    }

    /// Whether the text has a digit where the pattern has a zero, and the pattern's own characters elsewhere.
    private static func matches(_ text: UnsafeRawBufferPointer, _ pattern: StaticString, at start: Int) -> Bool {
        pattern.withUTF8Buffer { pattern in
            guard start + pattern.count <= text.count else { return false }
            for index in 0..<pattern.count {
                let byte = text[start + index]
                guard pattern[index] == UInt8(ascii: "0") ? isDigit(byte) : byte == pattern[index] else { return false }
            }
            return true
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func slice(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: text[range]), as: UTF8.self)
    }
}
