import Notation
import OAuth
import Testing

@Suite("Redirect addresses")
struct RedirectTests {
    @Test("A01 Any other spelling of a registered address is another address")
    func exact() throws {
        let uri = try RedirectURI(registering: "https://client.example/cb?tenant=a")
        #expect(uri.matches("https://client.example/cb?tenant=a"))
        let others = [
            "https://client.example/cb", "https://client.example/cb/?tenant=a", "https://client.example/cb?tenant=a#",
            "https://client.example/cb?tenant=b",
            "https://client.example/cb?tenant=a&x=1", "https://CLIENT.example/cb?tenant=a", "HTTPS://client.example/cb?tenant=a",
            "https://client.example:443/cb?tenant=a", "https://client.example/x/../cb?tenant=a", "https://client.example/%63b?tenant=a",
            "https://client.example/CB?tenant=a", "http://client.example/cb?tenant=a", "https://client.example./cb?tenant=a",
            "https://user@client.example/cb?tenant=a", "https://client.example@evil.example/cb?tenant=a", "https://client.example/cb?tenant=a ",
            "https://client.example/cb?tenant=a\n", "https://sub.client.example/cb?tenant=a", "",
        ]
        for other in others { #expect(!uri.matches(other), "\(other)") }
    }

    @Test("A01 Two texts that Swift calls equal and whose bytes differ are two addresses")
    func canonicalEquivalence() throws {
        // Only ASCII can be registered, so the composed form has no registered twin.
        #expect(code { _ = try RedirectURI(registering: "https://client.example/caf\u{E9}") } == .invalidRedirectURI)
        #expect(try !RedirectURI(registering: "https://client.example/K").matches("https://client.example/\u{212A}"))
    }

    @Test(
        "A01 On loopback the port may vary, and nothing else",
        arguments: ["http://127.0.0.1/callback", "http://localhost:7777/callback", "http://[::1]/callback"])
    func loopback(registered: String) throws {
        let uri = try RedirectURI(registering: registered)
        let host = registered.contains("[") ? "[::1]" : registered.contains("127") ? "127.0.0.1" : "localhost"
        #expect(uri.isLoopback)
        for port in ["", ":1", ":33418", ":65535"] { #expect(uri.matches("http://\(host)\(port)/callback"), "\(port)") }
        let others = [
            "http://\(host):0/callback", "http://\(host):65536/callback", "http://\(host):/callback", "http://\(host):80a/callback",
            "http://\(host):80/callback/", "http://\(host):80/Callback", "http://\(host):80/callback?x=1", "http://\(host):80/callback#x",
            "https://\(host):80/callback", "http://u@\(host):80/callback", "http://127.0.0.2:80/callback", "http://\(host).evil.example:80/callback",
            "http://\(host):80@evil.example/callback", "http://127.1:80/callback", "http://2130706433/callback",
        ]
        for other in others { #expect(!uri.matches(other), "\(other)") }
    }

    @Test("The root of a loopback address is one place with and without its slash, and of no other address")
    func loopbackRoot() throws {
        for (registered, presented) in [("http://127.0.0.1", "http://127.0.0.1:33418/"), ("http://127.0.0.1:33418/", "http://127.0.0.1:5000")] {
            #expect(try RedirectURI(registering: registered).matches(presented))
        }
        #expect(try !RedirectURI(registering: "http://127.0.0.1").matches("http://127.0.0.1:5000//"))
        #expect(try !RedirectURI(registering: "http://127.0.0.1").matches("http://127.0.0.1:5000/?x"))
        #expect(try !RedirectURI(registering: "https://client.example").matches("https://client.example/"))
    }

    @Test("A01 The port of a public address may not vary")
    func publicPort() throws {
        #expect(try !RedirectURI(registering: "https://client.example/cb").matches("https://client.example:8443/cb"))
        #expect(try !RedirectURI(registering: "https://localhost/cb").matches("https://localhost:8443/cb"))
    }

    @Test("A02 Schemes of scripts and files, user names, fragments, wildcards and plain http to a public host are not registered")
    func refusedAtRegistration() {
        let wrong = [
            "javascript:alert(1)", "javascript://client.example/%0Aalert(1)", "data:text/html,x", "data://x/y", "file:///etc/passwd", "vbscript:x",
            "about:blank", "ftp://client.example/",
            "https://user@client.example/cb", "https://u:p@client.example/cb", "https://client.example/cb#f", "https://client.example/cb#",
            "http://client.example/cb", "http://10.0.0.1/cb", "http://127.0.0.1.evil.example/cb", "http://localhost.evil.example/cb",
            "https://*.client.example/cb", "http://127.0.0.1:*/callback", "https://client.example/*", "https://client.example/a/../b",
            "https://client.example/%2e%2E/b", "//client.example/cb", "/cb", "client.example/cb", "https:///cb", "https://",
            "https://client.example\\@evil.example/",
            "https://client.example/ cb", "https://client.example/\ncb", "https://client.example:99999/cb", "https://client.example/%zz",
            "cursor://anysphere.cursor-mcp/oauth/other", "myapp://callback", "https://client.example/" + String(repeating: "a", count: 2_048),
        ]
        for text in wrong { #expect(code { _ = try RedirectURI(registering: text) } == .invalidRedirectURI, "\(text.prefix(60))") }
    }

    @Test(
        "The callbacks of clients in the field can be registered",
        arguments: [
            "https://claude.ai/api/mcp/auth_callback", "http://localhost:54545/callback", "https://chatgpt.com/connector/oauth/abc",
            "http://127.0.0.1",
            "http://127.0.0.1:33418/", "https://vscode.dev/redirect", "cursor://anysphere.cursor-mcp/oauth/callback",
            "http://127.0.0.1:19876/mcp/oauth/callback", "https://oauth.n8n.cloud/oauth2/callback",
        ])
    func field(text: String) throws {
        #expect(try RedirectURI(registering: text).matches(text))
    }

    @Test("Bad ones of several are dropped, and only when none is left the registration fails")
    func several() throws {
        let accepted = try RedirectURI.accepted(["myapp://x", "https://a.example/cb", "https://a.example/cb", "javascript:x", "http://localhost/cb"])
        #expect(accepted.map(\.text) == ["https://a.example/cb", "http://localhost/cb"])
        #expect(code { _ = try RedirectURI.accepted(["myapp://x"]) } == .invalidRedirectURI)
        #expect(code { _ = try RedirectURI.accepted([]) } == .invalidRedirectURI)
        #expect(code { _ = try RedirectURI.accepted((0..<33).map { "https://a.example/\($0)" }) } == .invalidRedirectURI)
    }

    @Test("A30 A loopback redirect is recognized and shown with host and port")
    func shown() throws {
        #expect(try RedirectURI(registering: "http://localhost:7777/cb").isLoopback)
        #expect(try !RedirectURI(registering: "https://localhost.example/cb").isLoopback)
        #expect(RedirectURI.host(ofPresented: "http://127.0.0.1:7777/cb") == "127.0.0.1:7777")
        #expect(RedirectURI.host(ofPresented: "https://client.example/cb") == "client.example")
    }
}
