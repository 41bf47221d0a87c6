import HTTPTypes
import Identity

/// A complete page: its frame, its security headers and its content.
struct Page: Sendable {
    let title: String
    /// Other form targets than this server: the origin of the client to which a redirect leads.
    var formTargets: [String] = []
    /// The host in the footer, which tells people whose page it is.
    var host = ""
    /// Content beside the brand, such as the sign-out button. Empty for pages without a session.
    var corner = HTML()
    let content: HTML

    init(_ title: String, formTargets: [String] = [], @HTMLBuilder _ content: () -> HTML) {
        self.title = title
        self.formTargets = formTargets
        self.content = content()
    }

    /// The HTML document.
    var document: String {
        let head = HTML("head") {
            HTML(void: "meta", [.with("charset", "utf-8")])
            HTML(void: "meta", [.with("name", "viewport"), .with("content", "width=device-width, initial-scale=1")])
            HTML(void: "meta", [.with("name", "color-scheme"), .with("content", "light dark")])
            HTML(void: "meta", [.with("name", "robots"), .with("content", "noindex")])
            HTML("title") { "\(title) · Gatehouse" }
            HTML(void: "link", [.with("rel", "icon"), .type("image/svg+xml"), .href(Assets.icon)])
            HTML(void: "link", [.with("rel", "stylesheet"), .href(Assets.stylesheet)])
        }
        let body = HTML("body") {
            HTML("header", [.class("top")]) {
                HTML("a", [.class("brand"), .href(.home)]) {
                    HTML(void: "img", [.class("mark"), .source(Assets.icon), .with("alt", ""), .with("width", "28"), .with("height", "28")])
                    HTML("span") { "Gatehouse" }
                }
                corner
            }
            HTML("main") { content }
            HTML("footer") {
                if host.isEmpty { "Gatehouse" } else { HTML("span") { "You are at " } + HTML("strong") { host } }
            }
        }
        return "<!doctype html>\n" + HTML("html", [.with("lang", "en")]) { head + body }.source + "\n"
    }

    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response(status: status, headers: [.contentType: "text/html; charset=utf-8"], body: Array(document.utf8))
        PageSecurity.protect(&response, formTargets: formTargets)
        return response
    }
}

/// The response headers that prevent framing, content sniffing and caching, and that permit only the page's own resources (D08).
enum PageSecurity {
    /// - Parameter formTargets: origins to which a form may redirect. Browsers apply `form-action` to redirects too, so the client's origin
    ///   must be listed.
    static func protect(_ response: inout Response, formTargets: [String] = []) {
        let targets = (["'self'"] + formTargets.filter(isSource)).joined(separator: " ")
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action \(targets); frame-ancestors 'none'; base-uri 'none'"
        response.headers[.xFrameOptions] = "DENY"
        // With `no-referrer`, browsers send `Origin: null` with the page's own forms. `same-origin` also reveals nothing to other sites.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        response.headers[.cacheControl] = "no-store"
    }

    /// Whether the text is `https://name[:port]`, `http://127.0.0.1:port`, or the scheme of a program's own links (`cursor:`). None of
    /// these can end a directive.
    private static func isSource(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 300
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"),
                    UInt8(ascii: "+"):
                    true
                default: false
                }
            }
    }
}

extension HTTPField.Name {
    // The names are valid tokens of RFC 9110, so the fallbacks are never used.
    static let xFrameOptions = HTTPField.Name("X-Frame-Options") ?? .from
    static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .from
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .from
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .from
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .from
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .from
    static let secPurpose = HTTPField.Name("Sec-Purpose") ?? .from
    static let purpose = HTTPField.Name("Purpose") ?? .from
}

extension RequestContext {
    /// The facts of a request that the authorization server needs.
    var call: AuthorizationCall { AuthorizationCall(origin: origin, address: address, questions: questions) }

    /// The page with this server's name in its footer.
    func page(_ page: Page, for session: SessionPrincipal? = nil) -> Page {
        var page = page
        page.host = String(origin.drop { $0 != "/" }.dropFirst(2))
        if let session { page.corner = SignOutHeader(user: session.label, token: session.formToken).html }
        return page
    }
}

extension SessionPrincipal {
    /// For example `acme/ann`.
    var label: String { qualifiedName.description }
}
