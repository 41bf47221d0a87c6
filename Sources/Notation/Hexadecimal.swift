/// Bytes and numbers as lowercase hexadecimal digits, two for each byte (RFC 4648 section 8).
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes { out += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: out, as: UTF8.self)
    }

    /// 16 digits.
    package static func encode(_ number: UInt64) -> String { encode((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }) }

    /// Returns nil for an odd number of digits and for any other character.
    /// - Parameter text: digits as ASCII, in lowercase or uppercase.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 2)
        var iterator = text.makeIterator()
        while let high = iterator.next() {
            guard let high = value(of: high), let low = iterator.next().flatMap(value) else { return nil }
            out.append(high << 4 | low)
        }
        return out
    }

    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    package static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }
}
