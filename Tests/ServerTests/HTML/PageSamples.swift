@testable import Server

/// One page of each kind, with texts that somebody else may have chosen.
struct PageSamples {
    /// Untrusted text for every position in a page that shows such text.
    let text: String
    /// Untrusted text in the position of a host.
    var host = "claude.ai"

    static let ordinary = PageSamples(text: "")

    private func or(_ usual: String) -> String { text.isEmpty ? usual : text }

    var all: [(name: String, page: Page)] {
        [
            ("sign-in", signIn(nil)), ("sign-in-wrong", signIn(.wrong)), ("sign-in-throttled", signIn(.throttled(seconds: 300))),
            ("consent", consent(.registered, .host("app.example.org"), ["read:record", "write:record", "offline_access"])),
            ("consent-document", consent(.document(host: host), .host(host), ["mcp", "offline_access"])),
            ("consent-loopback", consent(.dynamic, .loopback("127.0.0.1:54321"), ["read:record", "run:sql", "write:user"])),
            ("consent-device", consent(.registered, .device(code: "WDJB-MJHT"), ["mcp"])),
            ("device", DevicePage(token: "t", code: or(""), problem: nil).page),
            ("device-unknown", DevicePage(token: "t", code: or("WDJB-MJHT"), problem: "This code is unknown or has expired.").page),
            ("connections", connections), ("connections-none", ConnectionsPage(token: "t", entries: []).page),
            ("signed-out", MessagePage.signedOut.page), ("sign-out", SignOutPage(token: "t", user: or("acme/ann")).page),
            (
                "refused",
                MessagePage.refused(or("parameter 'redirect_uri': not one that the client is registered with"), code: "invalid_request").page
            ),
            ("refused-client", refusedClient),
            ("unknown-client", MessagePage.unknownClient(or("the client is unknown"), code: "invalid_client").page),
            ("not-found", MessagePage.notFound.page),
            ("consent-admin", consent(.registered, .host("app.example.org"), ["admin"])),
            ("foreign-form", MessagePage.foreignForm.page),
        ].map { name, page in
            var page = page
            page.host = "gate.example.org"
            page.corner =
                name.hasPrefix("sign") || name.hasPrefix("refused") || name == "unknown-client" || name == "not-found"
                ? HTML() : SignOutHeader(user: or("acme/ann"), token: "t").html
            return (name, page)
        }
    }

    private func signIn(_ problem: SignInPage.Problem?) -> Page {
        var form = SignInPage(
            token: "t", next: "/login/oauth/authorize?client_id=x", organization: problem == nil ? text : or("acme"),
            user: problem == nil ? text : or("ann"), problem: problem)
        form.client = SignInPage.WaitingClient(name: or("Claude Code"), isVerified: problem != nil, destination: "claude.ai")
        return form.page
    }

    private func consent(_ trust: ConsentPage.Trust, _ destination: ConsentPage.Destination, _ scopes: [String]) -> Page {
        ConsentPage(
            token: "t", action: "/login/oauth/authorize?client_id=x", client: UntrustedText(or("Claude Code")).text, trust: trust,
            destination: destination, user: or("acme/ann"), workspace: or("main"), scopes: text.isEmpty ? scopes : scopes + [text]
        ).page
    }

    private var refusedClient: Page {
        var page = MessagePage.refused(or("nobody is signed in"), code: "login_required")
        page.client = UnverifiedRedirect("https://client.example/cb?error=login_required")
        return page.page
    }

    private var connections: Page {
        let entries = [
            ConnectionsPage.Entry(
                id: "1", name: or("Claude Code"), isVerified: false, hosts: ["claude.ai", or("127.0.0.1")], scopes: ["mcp", "offline_access"],
                workspaces: [or("main")],
                since: "2026-10-04", lastUsed: "2026-11-22"),
            ConnectionsPage.Entry(
                id: "2", name: or("Night report"), isVerified: true, hosts: [], scopes: ["read:record", "run:sql"], workspaces: ["main", "sales"],
                since: "2026-11-01", lastUsed: "2026-11-22"),
        ]
        return ConnectionsPage(token: "t", entries: entries, note: "It is disconnected.").page
    }
}
