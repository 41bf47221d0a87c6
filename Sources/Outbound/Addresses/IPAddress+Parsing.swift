import Notation

extension IPAddress {
    /// Reads the one usual form of an address: four decimal numbers without leading zeros, or IPv6 (RFC 4291 section 2.2) without brackets and zone.
    ///
    /// Octal, hexadecimal, shortened and whole-number forms of IPv4 are nil: what a socket would make of them is not what they look like.
    package init?(parsing text: some StringProtocol) {
        if let bits = Self.v4(text) {
            self = .v4(bits)
        } else if let (high, low) = Self.v6(text) {
            self = .v6(high: high, low: low)
        } else {
            return nil
        }
    }

    private static func v4(_ text: some StringProtocol) -> UInt32? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            var value: UInt32 = 0
            for digit in part {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
                value = value * 10 + UInt32(digit - UInt8(ascii: "0"))
            }
            guard value < 256 else { return nil }
            bits = bits << 8 | value
        }
        return bits
    }

    private static func v6(_ text: some StringProtocol) -> (UInt64, UInt64)? {
        let text = String(text)
        guard text.utf8.count <= 45 else { return nil }
        let words: [UInt16]
        if let gap = text.firstRange(of: "::") {
            guard let before = groups(text[..<gap.lowerBound], endsAddress: false), let after = groups(text[gap.upperBound...], endsAddress: true),
                before.count + after.count < 8
            else {
                return nil
            }
            words = before + [UInt16](repeating: 0, count: 8 - before.count - after.count) + after
        } else {
            guard let all = groups(text[...], endsAddress: true), all.count == 8 else { return nil }
            words = all
        }
        func half(_ words: ArraySlice<UInt16>) -> UInt64 { words.reduce(0) { $0 << 16 | UInt64($1) } }
        return (half(words[..<4]), half(words[4...]))
    }

    /// Groups of one to four hexadecimal digits; the last of an address may be an IPv4 address. Empty text is no group.
    private static func groups(_ text: Substring, endsAddress: Bool) -> [UInt16]? {
        if text.isEmpty { return [] }
        var words: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if endsAddress, index == parts.count - 1, part.contains("."), let bits = v4(part) {
                words += [UInt16(bits >> 16), UInt16(bits & 0xFFFF)]
                continue
            }
            guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(Hexadecimal.isDigit), let value = UInt16(part, radix: 16) else {
                return nil
            }
            words.append(value)
        }
        return words.count <= 8 ? words : nil
    }
}
