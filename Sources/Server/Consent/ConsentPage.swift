/// The page that asks whether a client may act for a person. It shows the client, the destination of the code, and the requested scopes.
struct ConsentPage: Sendable {
    /// How the client was registered.
    enum Trust: Hashable, Sendable {
        /// An administrator of this server registered it.
        case registered
        /// An application of this organization created it.
        case made(by: String)
        /// It is described by a document on its maker's host. The host is verified, the name is not.
        case document(host: String)
        /// It registered itself; nothing is verified.
        case dynamic
    }

    /// How the code reaches the client.
    enum Destination: Hashable, Sendable {
        /// A host, or the scheme of a program's own links.
        case host(String)
        /// A program on the person's own machine, with host and port.
        case loopback(String)
        /// The device that shows the code.
        case device(code: String)
    }

    let token: String
    let action: ServerPath
    let client: String
    let trust: Trust
    let destination: Destination
    /// For example `acme/ann`.
    let user: String
    let workspace: String
    let scopes: [String]
    /// The meanings of the client's own scopes in its developer's words.
    var scopeWords: [String: String] = [:]
    var formTargets: [String] = []
    var problem: String?

    var page: Page {
        Page("Allow \(client)?", formTargets: formTargets) {
            HTML("div", [.class("card consent")]) {
                HTML("p", [.class("eyebrow")]) { "An application asks for access" }
                HTML("h1") { "Allow \(client) to act for you?" }
                HTML("p", [.class("small")]) { standingWords }
                if let problem { HTML("p", [.class("note bad"), .with("role", "alert")]) { problem } }
                destinationBlock
                if scopes.contains("admin") {
                    HTML("p", [.class("note warn")]) {
                        HTML("strong") { "This is everything that you may do here. " }
                        "It could act as you do, also as an administrator of \(organization): make and remove people, set passwords, give rights away."
                    }
                }
                HTML("dl", [.class("facts")]) {
                    HTML("dt") { "Signed in as" }
                    HTML("dd") { HTML("strong") { user } }
                    HTML("dt") { "Workspace" }
                    HTML("dd") { workspace }
                }
                HTML("form", [.with("method", "post"), .action(action)]) {
                    FormToken.input(token)
                    if case .device(let code) = destination {
                        HTML(void: "input", [.type("hidden"), .with("name", "user_code"), .with("value", code)])
                    }
                    ScopeChoice(asked: scopes, foreign: scopeWords).html
                    HTML("p", [.class("quiet small after")]) {
                        "Untick what it should not do. It never gets more than you may do yourself, and you can disconnect it at any time."
                    }
                    HTML("div", [.class("actions")]) {
                        HTML("button", [.type("submit"), .with("name", "decision"), .with("value", "deny")]) { "Deny" }
                        HTML("button", [.class("primary"), .type("submit"), .with("name", "decision"), .with("value", "allow")]) { "Allow" }
                    }
                }
            }
        }
    }

    private var organization: String { String(user.prefix { $0 != "/" }) }

    @HTMLBuilder private var standingWords: HTML {
        switch trust {
        case .registered:
            HTML("span", [.class("tag")]) { "Registered" }
            " by an administrator of this server"
        case .made(let organization):
            HTML("span", [.class("tag warn")]) { "Not verified" }
            " An application of "
            HTML("strong") { organization }
            " made it, and nobody who administers this server has looked at it"
        case .document(let host):
            HTML("span", [.class("tag warn")]) { "Not verified" }
            " The name is its own claim; its description comes from "
            HTML("strong") { host }
        case .dynamic:
            HTML("span", [.class("tag warn")]) { "Not verified" }
            " It registered itself, and the name is its own claim"
        }
    }

    @HTMLBuilder private var destinationBlock: HTML {
        switch destination {
        case .host(let host):
            HTML("div", [.class("destination")]) {
                HTML("span", [.class("quiet small")]) { "Your answer is sent to" }
                HTML("strong", [.class("host")]) { host }
            }
        case .loopback(let host):
            HTML("div", [.class("destination")]) {
                HTML("span", [.class("quiet small")]) { "Your answer is sent to a program on this computer" }
                HTML("strong", [.class("host mono")]) { host }
            }
            HTML("p", [.class("note warn")]) {
                HTML("strong") { "Did you start this yourself, just now? " }
                "Any program on this computer can listen at \(host) and use the name “\(client)”. If nothing of yours asked you to sign in, deny."
            }
        case .device(let code):
            HTML("div", [.class("destination")]) {
                HTML("span", [.class("quiet small")]) { "The device shows this code" }
                HTML("strong", [.class("host mono")]) { code }
            }
            HTML("p", [.class("note warn")]) {
                HTML("strong") { "Is that your own device, in front of you? " }
                "Whoever sent you a code or a link would get this access to your account. If you did not start this, deny."
            }
        }
    }
}
