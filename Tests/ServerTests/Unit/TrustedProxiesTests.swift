import HTTPTypes
import Identity
import Testing

@testable import Server

@Suite("Addresses behind proxies")
struct TrustedProxiesTests {
    static let proxies = TrustedProxies(ranges: ["10.0.0.0/8", "::1"].compactMap { AddressRange($0) })

    @Test(
        "Only a trusted proxy's statement about the client is used, and only the hop before it",
        arguments: [
            ("10.1.2.3", ["203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
            ("10.1.2.3", ["198.51.100.1", "203.0.113.9, 10.9.9.9"], "203.0.113.9"),
            ("::1", ["2001:db8::7"], "2001:db8::7"),
            ("10.1.2.3", ["203.0.113.9:50123"], "203.0.113.9"),
            ("10.1.2.3", ["198.51.100.1, 203.0.113.9:1, 10.9.9.9:443"], "203.0.113.9"),
            ("10.1.2.3", ["[2001:db8::7]:443"], "2001:db8::7"),
            ("10.1.2.3", ["[2001:db8::7]"], "2001:db8::7"),
            ("10.1.2.3", ["203.0.113.9:99999"], "10.1.2.3"),
            ("10.1.2.3", ["203.0.113.9:"], "10.1.2.3"),
            ("10.1.2.3", ["[2001:db8::7]x"], "10.1.2.3"),
            ("10.1.2.3", ["[2001:db8::7"], "10.1.2.3"),
            ("10.1.2.3", ["203.0.113.9, evil"], "10.1.2.3"),
            ("10.1.2.3", ["203.0.113.0/24"], "10.1.2.3"),
            ("10.1.2.3", [], "10.1.2.3"),
            ("10.1.2.3", ["10.4.4.4"], "10.1.2.3"),
            ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ] as [(String, [String], String)])
    func clients(peer: String, forwarded: [String], expected: String) {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "gate", path: "/")
        head.headerFields[values: .forwardedFor] = forwarded
        #expect(Self.proxies.client(of: head, peer: peer) == expected)
    }

    @Test("Without a declared proxy the field is ignored")
    func none() {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "gate", path: "/")
        head.headerFields[.forwardedFor] = "203.0.113.9"
        #expect(TrustedProxies(ranges: []).client(of: head, peer: "127.0.0.1") == "127.0.0.1")
    }
}
