import HTTPTypes
import Identity

/// The proxies whose `X-Forwarded-For` is trusted. From anyone else the field is ignored.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]

    /// The address of the client: of the last hop in `X-Forwarded-For` that is no trusted proxy, or the peer's own.
    func client(of head: HTTPRequest, peer: String) -> String {
        guard !ranges.isEmpty, isTrusted(peer) else { return peer }
        let hops = head.headerFields[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            let address = Self.withoutPort(hop.filter { $0 != " " && $0 != "\t" })
            // Text that is not an address was not written by a trusted proxy, so nothing before it can be trusted.
            guard AddressRange(address) != nil, !address.contains("/") else { return peer }
            if !isTrusted(address) { return address }
        }
        return peer
    }

    /// Some gateways write the client's port after its address, and then brackets around one of IPv6.
    private static func withoutPort(_ hop: String) -> String {
        if hop.first == "[", let end = hop.firstIndex(of: "]") {
            let rest = hop[hop.index(after: end)...]
            return rest.isEmpty || isPort(rest) ? String(hop[hop.index(after: hop.startIndex)..<end]) : hop
        }
        guard let colon = hop.firstIndex(of: ":"), hop.contains("."), isPort(hop[colon...]) else { return hop }
        return String(hop[..<colon])
    }

    private static func isPort(_ text: Substring) -> Bool { text.first == ":" && UInt16(text.dropFirst()) != nil }

    private func isTrusted(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }
}

extension HTTPField.Name {
    // A token of RFC 9110; the fallback is never reached.
    static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .from
}
