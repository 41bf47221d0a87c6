/// An IPv4 or IPv6 address as its bits.
package enum IPAddress: Hashable, Sendable, CustomStringConvertible {
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)

    /// In the form that sockets read: `192.0.2.1`, `2001:db8:0:0:0:0:0:1`.
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

    /// Of a network that is not the public Internet's but may be an organisation's: RFC 1918, RFC 6598 and RFC 4193.
    var isPrivateNetwork: Bool {
        switch self {
        case .v4(let bits): bits >> 24 == 10 || bits >> 20 == 0xAC1 || bits >> 16 == 0xC0A8 || bits >> 22 == 0x191
        case .v6(let high, _): high >> 57 == 0x7E
        }
    }
}
