import HTTPTypes
import Identity

/// The proxies whose word on the client's address counts; from anyone else `X-Forwarded-For` is ignored.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]

    /// The address of the client: of the last hop in `X-Forwarded-For` that is no trusted proxy, or the peer's own.
    func client(of head: HTTPRequest, peer: String) -> String {
        guard !ranges.isEmpty, isTrusted(peer) else { return peer }
        let hops = head.headerFields[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            let address = String(hop.filter { $0 != " " && $0 != "\t" })
            // What is no address was not written by a proxy of ours: nothing before it can be believed.
            guard AddressRange(address) != nil, !address.contains("/") else { return peer }
            if !isTrusted(address) { return address }
        }
        return peer
    }

    private func isTrusted(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }
}

extension HTTPField.Name {
    // A token of RFC 9110; the fallback is never reached.
    static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .from
}
