import HTTPTypes
import Testing

@testable import MCP

@Suite("Hosts and origins")
struct OriginPolicyTests {
    @Test(
        "B01 a foreign, hidden or look-alike origin is refused, and a missing one is accepted",
        arguments: [
            (nil, .allowed), ("https://gate.example.com", .allowed), ("HTTPS://Gate.Example.com:443", .allowed),
            ("https://app.example.com:8443", .allowed),
            ("http://gate.example.com", .refusedOrigin), ("https://gate.example.com:8443", .refusedOrigin),
            ("https://evil.example.com", .refusedOrigin),
            ("https://gate.example.com.evil.com", .refusedOrigin), ("https://evilgate.example.com", .refusedOrigin),
            ("https://evil.com/gate.example.com", .refusedOrigin), ("https://gate.example.com@evil.com", .refusedOrigin),
            ("https://gate.example.com, https://evil.com", .refusedOrigin), ("null", .refusedOrigin), ("", .refusedOrigin), ("*", .refusedOrigin),
            ("http://localhost", .refusedOrigin), ("file://", .refusedOrigin), ("chrome-extension://gate.example.com", .refusedOrigin),
        ] as [(String?, OriginPolicy.Decision)])
    func origins(origin: String?, decision: OriginPolicy.Decision) throws {
        let policy = try OriginPolicy(
            hosts: ["gate.example.com"], origins: ["https://gate.example.com", "https://app.example.com:8443"], allowsLoopback: false
        )
        #expect(policy.check(host: "gate.example.com", origin: origin) == decision)
    }

    @Test(
        "B01 a foreign or malformed host is refused",
        arguments: [
            ("gate.example.com", .allowed), ("GATE.example.com:443", .allowed), ("10.0.0.1:8080", .allowed), ("10.0.0.1", .refusedHost),
            ("10.0.0.1:8081", .refusedHost), (nil, .refusedHost), ("", .refusedHost), ("evil.example.com", .refusedHost),
            ("gate.example.com.evil.com", .refusedHost), ("gate.example.com@evil.com", .refusedHost), ("evil.com:80@gate.example.com", .refusedHost),
            ("gate.example.com:x", .refusedHost), ("gate.example.com:", .refusedHost), ("gate.example.com:99999", .refusedHost),
            ("gate.example.com evil.com", .refusedHost), ("localhost", .refusedHost), ("gate.example.com.", .refusedHost), ("[::1", .refusedHost),
        ] as [(String?, OriginPolicy.Decision)])
    func hosts(host: String?, decision: OriginPolicy.Decision) throws {
        let policy = try OriginPolicy(hosts: ["gate.example.com", "10.0.0.1:8080"], allowsLoopback: false)
        #expect(policy.check(host: host, origin: nil) == decision)
    }

    @Test(
        "B01 on loopback only its own names and pages pass, with any port",
        arguments: [
            ("localhost:8080", nil, .allowed), ("127.0.0.1", nil, .allowed), ("[::1]:9", "http://localhost:5173", .allowed),
            ("localhost", "https://127.0.0.1:1", .allowed), ("localhost", "http://[::1]:3000", .allowed),
            ("evil.example.com", "http://evil.example.com", .refusedHost), ("localhost", "http://evil.example.com", .refusedOrigin),
            ("localhost.evil.com", nil, .refusedHost), ("127.0.0.1.evil.com", nil, .refusedHost), ("127.0.0.2", nil, .refusedHost),
            ("localhost", "http://localhost.evil.com", .refusedOrigin),
        ] as [(String, String?, OriginPolicy.Decision)])
    func loopback(host: String, origin: String?, decision: OriginPolicy.Decision) throws {
        #expect(try OriginPolicy(allowsLoopback: true).check(host: host, origin: origin) == decision)
    }

    @Test("B01 the refusal is 403 with a JSON body; a second Origin field is none")
    func refusal() async throws {
        let policy = try OriginPolicy(allowsLoopback: true)
        var request = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/mcp", headerFields: [.origin: "http://localhost"])
        #expect(policy.check(request) == .allowed)
        request.headerFields.append(HTTPField(name: .origin, value: "http://localhost"))
        let refusal = try #require(policy.refusal(of: request))
        let body = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Origin is not allowed"}}"#
        #expect(await refusal.text == "403\nContent-Type: application/json\n\n" + body)
    }

    @Test("B02 there is no wildcard", arguments: ["*", "https://*", "https://*.example.com", "https://example.com/", "example.com", ""])
    func wildcard(entry: String) {
        #expect(throws: OriginPolicy.EntryError(entry: entry)) { try OriginPolicy(origins: [entry], allowsLoopback: true) }
    }

    @Test("A preflight lists the protocol's headers and the mirrored ones that were asked for")
    func preflight() async throws {
        let request = HTTPRequest(
            method: .options, scheme: "http", authority: "localhost", path: "/mcp",
            headerFields: [.origin: "http://localhost:6274", .accessControlRequestHeaders: "mcp-param-region, x-evil, mcp-method"]
        )
        let expected = """
            204
            Access-Control-Allow-Methods: GET, POST, DELETE, OPTIONS
            Access-Control-Allow-Headers: Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, DPoP, X-Own, mcp-param-region
            Access-Control-Max-Age: 86400
            Access-Control-Allow-Origin: http://localhost:6274
            Access-Control-Expose-Headers: WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After
            Vary: Origin


            """
        let text = await CORS.preflight(request, extraHeaders: ["X-Own"]).text
        #expect(text == expected)
        #expect(CORS.preflight(request).head.headerFields[.accessControlAllowCredentials] == nil)
    }
}
