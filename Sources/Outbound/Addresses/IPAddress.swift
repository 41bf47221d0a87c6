import Notation

/// An IPv4 or IPv6 address as its bits.
package enum IPAddress: Hashable, Sendable, CustomStringConvertible {
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)

    /// In the form that sockets accept: `192.0.2.1`, `2001:db8:0:0:0:0:0:1`.
    package var description: String {
        switch self {
        case .v4(let bits): return [24, 16, 8, 0].map { String(bits >> $0 & 0xFF) }.joined(separator: ".")
        case .v6(let high, let low):
            let words = [high, low].flatMap { half in [48, 32, 16, 0].map { half >> $0 & 0xFFFF } }
            return words.map { String($0, radix: 16) }.joined(separator: ":")
        }
    }

    package var isLoopback: Bool {
        switch self {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let high, let low): high == 0 && low == 1
        }
    }

    /// Whether the address belongs to a private network: RFC 1918, RFC 6598 and RFC 4193.
    var isPrivateNetwork: Bool {
        switch self {
        case .v4(let bits): bits >> 24 == 10 || bits >> 20 == 0xAC1 || bits >> 16 == 0xC0A8 || bits >> 22 == 0x191
        case .v6(let high, _): high >> 57 == 0x7E
        }
    }
}

extension IPAddress {
    /// Parses the usual form of an address: four decimal numbers without leading zeros, or IPv6 (RFC 4291 section 2.2) without brackets and
    /// zone.
    ///
    /// Octal, hexadecimal, shortened and whole-number forms of IPv4 give nil, because a socket would read them differently than people do.
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

    /// Groups of one to four hexadecimal digits; the last one of an address may be an IPv4 address. Empty text has no groups.
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

extension IPAddress {
    /// Blocks of IPv4 that are not public (RFC 6890 and its registry): first address and length of the prefix.
    private static let reserved4: [(first: UInt32, length: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0A00_0000, 8),  // private
        (0x6440_0000, 10),  // carrier-grade NAT
        (0x7F00_0000, 8),  // loopback
        (0xA9FE_0000, 16),  // link-local, where clouds also keep credentials
        (0xAC10_0000, 12),  // private
        (0xC000_0000, 24),  // protocol assignments
        (0xC000_0200, 24),  // documentation
        (0xC058_6300, 24),  // 6to4 relays
        (0xC0A8_0000, 16),  // private
        (0xC612_0000, 15),  // benchmarks
        (0xC633_6400, 24),  // documentation
        (0xCB00_7100, 24),  // documentation
        (0xE000_0000, 4),  // multicast
        (0xF000_0000, 4),  // reserved, broadcast
    ]

    /// Blocks in the public unicast space of IPv6 that are not ordinary hosts.
    private static let reserved6: [(first: UInt64, length: UInt64)] = [
        (0x2001_0000_0000_0000, 23),  // protocol assignments, with Teredo
        (0x2001_0DB8_0000_0000, 32),  // documentation
        (0x2002_0000_0000_0000, 16),  // 6to4, which contains an IPv4 address
        (0x3FFF_0000_0000_0000, 20),  // documentation
    ]

    /// Whether the address is a host on the public Internet.
    ///
    /// Only 2000::/3 counts for IPv6, which excludes loopback, link-local, unique-local, multicast, IPv4 in IPv6 and NAT64.
    package var isPublic: Bool {
        switch self {
        case .v4(let bits):
            return !Self.reserved4.contains { (bits ^ $0.first) >> (32 - $0.length) == 0 }
        case .v6(let high, _):
            guard high >> 61 == 0b001 else { return false }
            return !Self.reserved6.contains { (high ^ $0.first) >> (64 - $0.length) == 0 }
        }
    }
}
