import Outbound
import Testing

@Suite("Names that change their address")
struct RebindingTests {
    @Test(
        "A33 A name is resolved once, and the connection goes to the address that was checked",
        arguments: ["client.example", "xn--bcher-kva.example"])
    func pinned(name: String) async throws {
        try await LocalServer.with(LocalServer.json("{}")) { first in
            try await LocalServer.with(LocalServer.json("{}"), host: "127.0.0.2", port: first.port) { second in
                // The name exists only in this resolver: any other resolver would have failed.
                let resolver = ScriptedResolver(["127.0.0.1"], ["127.0.0.2"])
                let client = OutboundClient(resolver: resolver, permits: HostPermit(hosts: [name]))
                let answer = try await client.get("http://\(name):\(first.port)/client.json")
                #expect(answer.body == Array("{}".utf8))
                #expect(resolver.names == [name])
                #expect(first.connections == 1 && second.connections == 0)
                #expect(
                    first.requests.first?.contains("Host: \(name):\(first.port)\r\n") == true
                        || first.requests.first?.contains("host: \(name):\(first.port)\r\n") == true)
            }
        }
    }

    @Test("A33 A name that was public and is private at the next request is checked again")
    func anew() async throws {
        try await LocalServer.with(LocalServer.json("{}")) { server in
            let resolver = ScriptedResolver(["127.0.0.1"], ["10.0.0.1"])
            let client = OutboundClient(resolver: resolver, permits: HostPermit(hosts: ["client.example"]))
            let url = "http://client.example:\(server.port)/client.json"
            #expect(await refusal(client, url) == nil)
            #expect(await refusal(client, url) == .forbiddenAddress)
            #expect(server.connections == 1)
        }
    }

    @Test(
        "A34 A redirect is not followed",
        arguments: ["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"])
    func redirects(status: String) async throws {
        try await LocalServer.with(LocalServer.json("{}")) { inner in
            let reply = LocalServer.json("{}", status: status, more: "Location: \(inner.url("/secret"))\r\n")
            try await LocalServer.with(reply) { outer in
                let client = OutboundClient(permits: HostPermit(hosts: ["127.0.0.1"]))
                #expect(await refusal(client, outer.url()) == .badAnswer)
                #expect(outer.connections == 1 && inner.connections == 0)
            }
        }
    }
}
