extension AddressRange {
    /// What counts as one peer when calls are counted: an IPv4 address, or the network of 64 bits that an IPv6 address lies in, since whoever has one
    /// address of it has them all. Does not depend on how the address is written.
    package static func group(_ address: String) -> String {
        // The system writes an IPv4 address in one way.
        guard address.contains(":"), let bytes = bytes(of: address) else { return address }
        guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }
}
