/// Strict decoding of base64 with the standard alphabet (RFC 4648 section 4). Text that is not padded, not canonical or contains other
/// characters gives nil.
public enum Base64 {
    public static func encode(_ bytes: [UInt8]) -> String {
        var writer = JSONWriter()
        writer.base64(bytes)
        // A JSON string without its quotation marks.
        return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    /// - Parameter text: the digits as ASCII.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for character in text {
            if character == UInt8(ascii: "=") {
                padding += 1
                bits <<= 6
            } else {
                guard padding == 0, let digit = value(of: character) else { return nil }
                bits = bits << 6 | UInt32(digit)
            }
            digits += 1
            guard digits % 4 == 0 else { continue }
            let group = [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits)]
            // The bits that padding discards must be zero, so that no two texts have the same value.
            guard padding <= 2, group.suffix(padding).allSatisfy({ $0 == 0 }) else { return nil }
            bytes += group.prefix(3 - padding)
            bits = 0
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 0x41...0x5A: character - 0x41
        case 0x61...0x7A: character - 0x61 + 26
        case 0x30...0x39: character - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
