import HTTPTypes
import Testing

@testable import Server

@Suite("Attacks on pages")
struct PageAttackTests {
    /// The tags and attribute names of a document, as a browser would find them: quotes are honoured, entities are not undone.
    private static func structure(_ document: String) -> [String] {
        var found: [String] = []
        var rest = Substring(document)
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            var tag = ""
            var quote: Unicode.Scalar?
            // By scalars: a browser sees a quote under a combining mark as a quote.
            var scalars = rest.unicodeScalars[...]
            while let scalar = scalars.popFirst() {
                if let open = quote {
                    if scalar == open { quote = nil }
                } else if scalar == "\"" || scalar == "'" {
                    quote = scalar
                } else if scalar == ">" {
                    break
                } else {
                    tag.unicodeScalars.append(scalar)
                }
            }
            found.append(tag)
            rest = Substring(scalars)
        }
        return found
    }

    static let hostile = [
        "<script>alert(1)</script>", "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "\"\u{301}><svg onload=alert(1)>",
        "'\u{301} autofocus onfocus='alert(1)", "\"\u{20DD} onmouseover=\"alert(1)", "</title><script>alert(1)</script>", "&lt;script&gt;",
        "&#34;&#62;",
        "<\u{301}script>", "</form><form action=//evil.example>", "--><script>", "]]>", "\u{0}\"><b>", "javascript:alert(1)",
    ]

    @Test("D01 D02 whatever stands in a name, it adds no tag and no attribute to any page", arguments: hostile)
    func escaping(text: String) {
        let plain = PageSamples(text: "plain").all
        for (index, (name, page)) in PageSamples(text: text).all.enumerated() {
            #expect(Self.structure(page.document) == Self.structure(plain[index].page.document), "\(name)")
        }
    }

    @Test("D01 a quote stays escaped under every combining mark that the standard has a class for")
    func combining() {
        for mark in (0x300...0x36F).compactMap({ Unicode.Scalar($0) }) {
            let source = HTML("\"\(mark)<\(mark)>'\(mark)&\(mark)").source
            #expect(!source.unicodeScalars.contains("\"") && !source.unicodeScalars.contains("<") && !source.unicodeScalars.contains("'"))
        }
    }

    @Test("D03 the one drawing that is served is ours: no script, no foreign object, nothing from elsewhere")
    func drawing() async throws {
        try await RunningServer.run { server in
            let answer = try await server.answer(.get("/assets/gatehouse.svg"))
            #expect(
                answer.status == 200 && answer["content-type"]?.hasPrefix("image/svg+xml") == true && answer["x-content-type-options"] == "nosniff")
            let elements = Set(Self.structure(answer.text).map { String($0.prefix { $0 != " " && $0 != "/" }) }).subtracting([""])
            #expect(elements.isSubset(of: ["svg", "path", "rect", "circle", "g", "title", "defs", "linearGradient", "stop"]), "\(elements)")
            #expect(!answer.text.contains("href") && !answer.text.replacing("url(#", with: "").contains("url("))
        }
    }

    @Test("D04 no page has a link that somebody else chose", arguments: ["javascript:alert(1)", "https://evil.example/", "//evil.example"])
    func links(text: String) {
        for (name, page) in PageSamples(text: text).all {
            for target in page.document.matches(of: /(?:href|src|action|formaction)="([^"]*)"/).map({ String($0.1) }) {
                // Except the registered redirect of an unverified client, behind a link that names its host.
                let isRedirect = name == "refused-client" && target.hasPrefix("https://client.example/cb?")
                #expect(isRedirect || (target.hasPrefix("/") && !target.hasPrefix("//")), "\(name): \(target)")
            }
        }
    }

    @Test("D06 D07 no path leads to a file, an image or another's picture: each is a plain 404")
    func files() async throws {
        try await RunningServer.run { server in
            for path in [
                "/assets/../state.db", "/assets/%2e%2e/state.db", "/assets/..%2f..%2fetc/passwd", "/assets//etc/passwd",
                "/assets/gatehouse.css%00.png",
                "/assets/gatehouse.exe", "/images/", "/images/x.png", "/images/../state.db", "/images/%2e%2e%2fstate.db",
                "/images/00000000000000000000000000000000.png?expires=9999999999&signature=AAAA", "/state.db", "/../etc/passwd",
            ] {
                let answer = try await server.answer(.get(path))
                #expect(answer.status == 404 && answer.text == #"{"error":"not_found"}"#, "\(path): \(answer.status) \(answer.text.prefix(80))")
            }
        }
    }

    @Test("A29 a client's name is one short line without marks that turn, hide or break letters")
    func names() {
        #expect(UntrustedText("Claude\u{202E} edoC\u{200B}\u{0}\n\r\tx").text == "Claude edoC x")
        #expect(UntrustedText(String(repeating: "a", count: 5_000)).text.count == 80)
        #expect(UntrustedText("a" + String(repeating: "\u{301}", count: 5_000)).text.unicodeScalars.count <= 641)
        #expect(UntrustedText("\u{2066}\u{2069}\u{FEFF}").text == "")
        #expect(UntrustedText("Kaffeerösterei 咖啡").text == "Kaffeerösterei 咖啡")
    }

    @Test("A29 A30 the consent page says that a name is unverified, shows the destination, and warns about local programs")
    func consent() throws {
        let pages = Dictionary(uniqueKeysWithValues: PageSamples.ordinary.all.map { ($0.name, $0.page.document) })
        let loopback = try #require(pages["consent-loopback"])
        #expect(loopback.contains("Not verified") && loopback.contains("127.0.0.1:54321") && loopback.contains("Did you start this yourself"))
        let document = try #require(pages["consent-document"])
        #expect(document.contains("Not verified") && document.contains("<strong>claude.ai</strong>"))
        let registered = try #require(pages["consent"])
        #expect(!registered.contains("Not verified") && registered.contains("<strong class=\"host\">app.example.org</strong>"))
        #expect(try #require(pages["consent-device"]).contains("Is that your own device"))
    }

    @Test(
        "A41 a target that is not clearly a path of this server leads to the start page",
        arguments: [
            "//evil.example", "\\\\evil.example", "/\\evil.example", "/%09/evil.example", "/%5cevil.example", "/%2f/evil.example",
            "https://evil.example",
            "javascript:alert(1)", "evil.example", "", "/\tx", "/ x", "/x\r\nSet-Cookie: a=b", "/x\u{0}", "/a//evil.example", "/%2F%2Fevil.example",
            "/é", "/" + String(repeating: "a", count: 20_000), "?x", "#x", " /x", "/x%0d%0aLocation:x", "///evil.example",
        ])
    func ownPaths(text: String) {
        #expect(ServerPath(unchecked: text) == nil)
        #expect(ServerPath(text).text == "/")
    }

    @Test(
        "A41 paths of this server stay unchanged",
        arguments: ["/", "/connections", "/login/oauth/authorize?redirect_uri=https%3A%2F%2Fa.example//x&x=%0A", "/device?user_code=A-B"])
    func servedPaths(text: String) { #expect(ServerPath(unchecked: text)?.text == text) }

    @Test(
        "D05 a request counts as a page's own only if the browser says so; anything unusual is foreign",
        arguments: [
            ([], [], .unsaid), (["https://gate.example.org"], [], .own), ([], ["same-origin"], .own),
            (["https://gate.example.org"], ["same-origin"], .own),
            ([], ["none"], .unsaid), ([], ["cross-site"], .foreign), ([], ["same-site"], .foreign), ([], ["Same-Origin"], .foreign),
            ([], [""], .foreign),
            (["null"], [], .foreign), (["null"], ["same-origin"], .foreign), ([""], [], .foreign), (["https://evil.example"], [], .foreign),
            (["https://evil.example"], ["same-origin"], .foreign), (["https://gate.example.org"], ["cross-site"], .foreign),
            (["https://gate.example.org"], ["none"], .foreign), (["https://gate.example.org.evil.example"], [], .foreign),
            (["https://gate.example.org:444"], [], .foreign), (["https://gate.example.org", "https://gate.example.org"], [], .foreign),
            ([], ["same-origin", "same-origin"], .foreign), (["https://GATE.example.org"], [], .foreign), (["http://127.0.0.1:8080"], [], .own),
            (["https://127.0.0.1:8080"], [], .foreign), (["http://gate.example.org"], [], .foreign),
            (["http://gate.example.org"], ["same-origin"], .foreign),
        ] as [([String], [String], Provenance)])
    func provenance(origins: [String], sites: [String], expected: Provenance) {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:8080", path: "/login")
        head.headerFields[values: .origin] = origins
        head.headerFields[values: .secFetchSite] = sites
        let origins = PublicOrigin(configured: "https://gate.example.org", usesTLS: false)
        #expect(Provenance(head, own: origins.own(host: head.authority)) == expected)
    }

    @Test("D05 a page of the called host is the server's own under the scheme that its clients use, and under no other")
    func schemes() {
        let (proxied, direct, plain) = (
            PublicOrigin(configured: "https://gate.example.org", usesTLS: false), PublicOrigin(configured: nil, usesTLS: true),
            PublicOrigin(configured: nil, usesTLS: false)
        )
        #expect(proxied.own(host: "gate.example.org") == ["https://gate.example.org", "https://gate.example.org"])
        #expect(proxied.own(host: "inner.example.org") == ["https://gate.example.org", "https://inner.example.org"])
        #expect(proxied.own(host: "LOCALHOST:8080") == ["https://gate.example.org", "http://localhost:8080"])
        #expect(direct.own(host: "127.0.0.1:8443").last == "https://127.0.0.1:8443")
        #expect(plain.own(host: "[::1]:8080") == ["http://[::1]:8080", "http://[::1]:8080"])
    }

    @Test("A41 a page leads to a client only where a client can be: no script, no file, no address without a host")
    func clientPlaces() {
        for text in [
            "javascript:alert(1)", "javascript://client.example/%0aalert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example", "",
            "/login",
            "https:///x",
        ] { #expect(UnverifiedRedirect(text) == nil, "\(text)") }
        #expect(UnverifiedRedirect("https://client.example/cb?error=x")?.host == "client.example")
        #expect(UnverifiedRedirect("http://127.0.0.1:5000/cb")?.host == "127.0.0.1:5000")
    }

    @Test("D09 a duplicate cookie is ignored; names are compared completely")
    func cookies() {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        head.headerFields[values: .cookie] = ["a=1; gatehouse_session=x; b=2", "gatehouse_session_old=y"]
        #expect(Cookies(head)["gatehouse_session"] == "x")
        head.headerFields[values: .cookie] = ["gatehouse_session=x; gatehouse_session=y"]
        #expect(Cookies(head)["gatehouse_session"] == nil)
        head.headerFields[values: .cookie] = ["gatehouse_session=x", "gatehouse_session=x"]
        #expect(Cookies(head)["gatehouse_session"] == nil)
        head.headerFields[values: .cookie] = ["gatehouse_session="]
        #expect(Cookies(head)["gatehouse_session"] == nil)
    }
}
