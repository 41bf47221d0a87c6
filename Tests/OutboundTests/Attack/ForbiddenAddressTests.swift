import Outbound
import Testing

@Suite("Addresses that are not public")
struct ForbiddenAddressTests {
    /// All notations in a URL for this machine or its network.
    static let hosts = [
        "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.",
        "00127.0.0.1", "127.0.0.01",
        "0", "0.0.0.0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b:1::1]", "[2002:7f00:1::]", "[fe80::1]", "[fe80::1%25eth0]", "[fc00::1]", "[fd12:3456::1]", "[ff02::1]", "[2001:db8::1]",
        "[2001::1]", "[3fff::1]",
        "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.254", "192.0.0.1", "198.18.0.1",
        "192.0.2.1",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "localhost", "LOCALHOST", "localhost.",
        "a.localhost", "printer.local",
        "metadata.google.internal", "router.lan", "nas.home.arpa", "x.localdomain", "intranet", "a.corp",
    ]

    @Test("A32 A host that is not public, in any spelling, is refused unasked and unconnected")
    func hosts() async throws {
        try await LocalServer.with(LocalServer.json("{}")) { server in
            let resolver = ScriptedResolver(["127.0.0.1"])
            let client = OutboundClient(resolver: resolver)
            for host in Self.hosts {
                let code = await refusal(client, "https://\(host):\(server.port)/client.json")
                #expect(code == .forbiddenAddress || code == .badURL, "\(host)")
            }
            #expect(resolver.names.isEmpty)
            #expect(server.connections == 0)
        }
    }

    @Test("A32 A public name with an address that is not public is refused unconnected, also when another address is public")
    func names() async throws {
        try await LocalServer.with(LocalServer.json("{}")) { server in
            let lists = [
                ["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"], ["2606:4700::1111", "fd00::1"],
                ["10.1.2.3"],
                ["169.254.169.254"], ["64:ff9b::7f00:1"], ["0.0.0.0"], ["100.100.100.200"], [],
            ]
            for list in lists {
                let resolver = ScriptedResolver(list)
                let code = await refusal(OutboundClient(resolver: resolver), "https://client.example:\(server.port)/client.json")
                #expect(code == .forbiddenAddress, "\(list)")
                #expect(resolver.names == ["client.example"])
            }
            #expect(server.connections == 0)
        }
    }

    @Test("A32 The counter counts: where it is permitted the same server is reached, and no other host of this machine with it")
    func permitted() async throws {
        try await LocalServer.with(LocalServer.json("{\"a\":1}")) { server in
            let client = OutboundClient(resolver: ScriptedResolver(["127.0.0.1"]), permits: HostPermit(hosts: ["127.0.0.1"]))
            let answer = try await client.get(server.url())
            #expect(answer.body == Array("{\"a\":1}".utf8))
            #expect(server.connections == 1)
            for host in ["localhost", "127.0.0.2", "client.example", "127.1", "[::1]"] {
                #expect(await refusal(client, "http://\(host):\(server.port)/client.json") != nil, "\(host)")
            }
            let named = OutboundClient(resolver: ScriptedResolver(["10.0.0.1"]), permits: HostPermit(hosts: ["client.example"]))
            #expect(await refusal(named, "http://client.example:\(server.port)/client.json") == .forbiddenAddress)
            #expect(server.connections == 1)
        }
    }

    @Test("F06 An operator's permit reaches private networks and this machine at the one host that it names, and never a link-local address")
    func privateNetworks() async throws {
        for host in ["127.0.0.1", "10.0.0.5", "172.16.0.1", "172.31.0.1", "192.168.1.1", "100.64.0.1", "[::1]", "[fd12:3456::1]"] {
            let url = "http://\(host):8000/v1"
            try OutboundClient(permits: HostPermit(hostOf: url, reach: .privateNetworks)).check(url)
            #expect(throws: OutboundError.self) {
                try OutboundClient(permits: HostPermit(hostOf: "http://10.9.9.9/", reach: .privateNetworks)).check(url)
            }
        }
        for host in ["169.254.169.254", "[fe80::1]", "0.0.0.0", "224.0.0.1", "172.32.0.1.nip", "255.255.255.255", "[::]", "[::ffff:127.0.0.1]"] {
            let url = "http://\(host)/v1"
            let client = OutboundClient(resolver: ScriptedResolver(["169.254.169.254"]), permits: HostPermit(hostOf: url, reach: .privateNetworks))
            #expect(await refusal(client, url) != nil, "\(host)")
        }
        let named = "http://models.internal:8000/v1"
        let metadata = OutboundClient(
            resolver: ScriptedResolver(["10.0.0.5", "169.254.169.254"]), permits: HostPermit(hostOf: named, reach: .privateNetworks))
        #expect(await refusal(metadata, named) == .forbiddenAddress)
    }

    @Test(
        "Only https URLs of a plain form are asked",
        arguments: [
            "http://client.example/c", "ftp://client.example/c", "file:///etc/passwd", "gopher://client.example/c", "client.example/c",
            "//client.example/c", "https:client.example",
            "https://", "https:///c", "https://u@client.example/c", "https://u:p@client.example/c", "https://client.example:0/c",
            "https://client.example:65536/c",
            "https://client.example:22/c", "https://client.example:25/c", "https://client.example:/c", "https://client.example/c#f",
            "https://client.example/ c",
            "https://client.example/\r\nX: y", "https://client.example\\@127.0.0.1/", "https://-client.example/c", "https://client..example/c",
            "https://cl_ient.example/c",
            "https://клиент.example/c", "https://client.example/" + "é", "https://[127.0.0.1]/c", "https://[8.8.8.8]/c",
            "https://client.example/" + String(repeating: "a", count: 2_048),
        ])
    func urls(url: String) async {
        let resolver = ScriptedResolver(["8.8.8.8"])
        let code = await refusal(OutboundClient(resolver: resolver), url)
        #expect(code == .badURL || code == .forbiddenAddress)
        #expect(resolver.names.isEmpty)
    }
}
