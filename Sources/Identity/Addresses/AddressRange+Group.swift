extension AddressRange {
    /// What counts as one peer when calls are counted: an IPv4 address, or the network of 64 bits that an IPv6 address lies in, since whoever has one
    /// address of it has them all.
    package static func group(_ address: String) -> String {
        guard address.contains(":"), !address.contains(".") else { return address }
        let halves = address.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        var groups: [String] = []
        for part in halves {
            // The gap `::` stands for zeros: what is before it decides when it comes within the first four groups.
            if part.isEmpty, !groups.isEmpty { break }
            groups.append(part.isEmpty ? "0" : String(part))
        }
        return groups.prefix(4).joined(separator: ":") + "::/64"
    }
}
