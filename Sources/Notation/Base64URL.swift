/// Base 64 with the URL-safe alphabet and without padding (RFC 4648 section 5, RFC 7515 section 2).
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func encode(_ bytes: some Sequence<UInt8>) -> String { String(decoding: encodeASCII(bytes), as: UTF8.self) }

    /// The digits as ASCII.
    package static func encodeASCII(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity((bytes.underestimatedCount * 4 + 2) / 3)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                out.append(alphabet[Int(pending >> bits & 63)])
            }
        }
        if bits > 0 { out.append(alphabet[Int(pending << (6 - bits) & 63)]) }
        return out
    }

    /// Returns nil for padding, characters outside the alphabet, an impossible length, and non-zero trailing bits, so that each value has exactly one
    /// encoding.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in text {
            guard let digit = value(of: character) else { return nil }
            pending = pending << 6 | digit
            bits += 6
            if bits >= 8 {
                bits -= 8
                out.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        return pending & (1 << bits - 1) == 0 ? out : nil
    }

    /// Whether a byte belongs to the alphabet.
    package static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
