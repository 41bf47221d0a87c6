extension IPAddress {
    /// Blocks of IPv4 that are not the public Internet (RFC 6890 and its registry): first address and length of the prefix.
    private static let reserved4: [(first: UInt32, length: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0A00_0000, 8),  // private
        (0x6440_0000, 10),  // carrier-grade NAT
        (0x7F00_0000, 8),  // loopback
        (0xA9FE_0000, 16),  // link-local, also where clouds keep credentials
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

    /// Blocks inside the public unicast space of IPv6 that lead elsewhere.
    private static let reserved6: [(first: UInt64, length: UInt64)] = [
        (0x2001_0000_0000_0000, 23),  // protocol assignments, with Teredo
        (0x2001_0DB8_0000_0000, 32),  // documentation
        (0x2002_0000_0000_0000, 16),  // 6to4, which holds an IPv4 address
        (0x3FFF_0000_0000_0000, 20),  // documentation
    ]

    /// Whether the address is one host of the public Internet.
    ///
    /// For IPv6 only 2000::/3 counts: so loopback, link-local, unique-local, multicast, IPv4 in IPv6 and NAT64 are all out.
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
