import HTTPTypes
import Identity

/// The proxies whose `X-Forwarded-For` is trusted. The field of any other peer is ignored.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]

    /// The client's address: the last hop in `X-Forwarded-For` that is not a trusted proxy, otherwise the peer's address.
    func client(of head: HTTPRequest, peer: String) -> String {
        guard !ranges.isEmpty, isTrusted(peer) else { return peer }
        let hops = head.headerFields[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            let address = Self.withoutPort(hop.filter { $0 != " " && $0 != "\t" })
            // A trusted proxy writes only addresses. Before any other text, nothing can be trusted.
            guard AddressRange(address) != nil, !address.contains("/") else { return peer }
            if !isTrusted(address) { return address }
        }
        return peer
    }

    /// Removes a port. Some gateways append the client's port to its address, with brackets around IPv6 addresses.
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
    // The name is a valid token of RFC 9110, so the fallback is never used.
    static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .from
}
