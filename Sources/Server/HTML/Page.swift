import HTTPTypes

/// A whole page: its frame, its security headers and its content.
struct Page: Sendable {
    let title: String
    /// Where forms of the page may lead beside this server: the origin of the client that a redirect goes on to.
    var formTargets: [String] = []
    /// The host that people see at the foot, so that they know whose page it is.
    var host = ""
    /// `sign-out` and the like beside the brand; empty for pages without a session.
    var corner = HTML()
    let content: HTML

    init(_ title: String, formTargets: [String] = [], @HTMLBuilder _ content: () -> HTML) {
        self.title = title
        self.formTargets = formTargets
        self.content = content()
    }

    /// The document.
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
