import Outbound
import Testing

@Suite("IP addresses")
struct IPAddressTests {
    @Test("The usual forms are read and written")
    func forms() {
        let cases = [
            ("8.8.8.8", "8.8.8.8"), ("255.255.255.255", "255.255.255.255"), ("0.0.0.0", "0.0.0.0"), ("::", "0:0:0:0:0:0:0:0"),
            ("::1", "0:0:0:0:0:0:0:1"),
            ("2001:db8::8:800:200c:417a", "2001:db8:0:0:8:800:200c:417a"), ("FF01::101", "ff01:0:0:0:0:0:0:101"),
            ("::ffff:129.144.52.38", "0:0:0:0:0:ffff:8190:3426"),
            ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("1::", "1:0:0:0:0:0:0:0"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
        ]
        for (text, written) in cases { #expect(IPAddress(parsing: text)?.description == written, "\(text)") }
    }

    @Test("Every other form is no address")
    func noForms() {
        let wrong = [
            "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.04", "0x1.2.3.4", "1.2.3.4 ", " 1.2.3.4", "1..2.3", "1.2.3.-4", "+1.2.3.4",
            "１.2.3.4", "1.2.3.4/8",
            ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::", "::1%eth0", "[::1]", "1.2.3.4::",
            "::1.2.3", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4",
        ]
        for text in wrong { #expect(IPAddress(parsing: text) == nil, "\(text)") }
    }

    @Test("All addresses outside the registries' blocks are public: the neighbours of each block on both sides are")
    func edges() throws {
        let blocks = [
            ("1.0.0.0", "0.255.255.255"), ("9.255.255.255", "10.0.0.0"), ("11.0.0.0", "10.255.255.255"), ("100.63.255.255", "100.64.0.0"),
            ("100.128.0.0", "100.127.255.255"),
            ("126.255.255.255", "127.0.0.0"), ("128.0.0.0", "127.255.255.255"), ("169.253.255.255", "169.254.0.0"),
            ("169.255.0.0", "169.254.255.255"),
            ("172.15.255.255", "172.16.0.0"), ("172.32.0.0", "172.31.255.255"), ("191.255.255.255", "192.0.0.0"), ("192.0.1.0", "192.0.0.255"),
            ("192.0.3.0", "192.0.2.255"),
            ("192.167.255.255", "192.168.0.0"), ("192.169.0.0", "192.168.255.255"), ("198.17.255.255", "198.18.0.0"),
            ("198.20.0.0", "198.19.255.255"),
            ("198.51.99.255", "198.51.100.0"), ("203.0.112.255", "203.0.113.0"), ("203.0.114.0", "203.0.113.255"), ("223.255.255.255", "224.0.0.0"),
            ("2000::", "1fff:ffff:ffff:ffff::"), ("2001:200::", "2001:1ff:ffff::"), ("2001:db7:ffff::", "2001:db8::"),
            ("2001:db9::", "2001:db8:ffff::"),
            ("2003::", "2002:ffff::"), ("3ffe:ffff::", "3fff::"), ("3fff:1000::", "3fff:fff::"), ("3fff:ffff::", "4000::"),
        ]
        for (open, closed) in blocks {
            #expect(try #require(IPAddress(parsing: open)).isPublic, "\(open)")
            #expect(try !#require(IPAddress(parsing: closed)).isPublic, "\(closed)")
        }
    }

    @Test("The system's resolver knows this machine, does not invent, and refuses more lookups than it has room for")
    func resolver() async throws {
        #expect(try await SystemResolver().addresses(of: "localhost").allSatisfy(\.isLoopback))
        await #expect(throws: OutboundError.self) { _ = try await SystemResolver().addresses(of: "nobody.invalid") }
        let full = await #expect(throws: OutboundError.self) { _ = try await SystemResolver(limit: 0).addresses(of: "localhost") }
        #expect(full?.code == .busy)
    }
}
