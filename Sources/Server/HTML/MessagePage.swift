/// A page with one message: a confirmation or an error.
struct MessagePage: Sendable {
    enum Tone: Sendable { case good, bad, plain }

    let title: String
    let tone: Tone
    let message: String
    /// The suggested next step.
    var advice: String?
    /// The code and reason of the protocol, for the client's developer.
    var detail: String?
    var link: (words: String, path: ServerPath)?
    /// The client that waits for a response. The page links to its redirect.
    var client: UnverifiedRedirect?

    var page: Page {
        Page(title) {
            HTML("div", [.class("card")]) {
                HTML("h1") { title }
                switch tone {
                case .good: HTML("p", [.class("note good")]) { message }
                case .bad: HTML("p", [.class("note bad"), .with("role", "alert")]) { message }
                case .plain: HTML("p") { message }
                }
                if let advice { HTML("p") { advice } }
                if let detail { HTML("p", [.class("quiet small mono")]) { detail } }
                if let client {
                    HTML("p") {
                        "If you know it, go "
                        HTML("a", [.href(client), .with("rel", "noreferrer")]) { "back to \(client.host)" }
                        ", which is told of this."
                    }
                }
                if let link { HTML("p") { HTML("a", [.href(link.path)]) { link.words } } }
            }
        }
    }
}

extension MessagePage {
    /// An authorization request without a valid redirect. The browser is not redirected (A01).
    static func refused(_ reason: String, code: String) -> MessagePage {
        MessagePage(
            title: "This sign-in cannot go on", tone: .bad, message: "The application that sent you here asked in a way that is not safe to answer.",
            advice:
                "Nothing was shared with it. Go back to the application and start again; if it happens again, tell its maker what is written below.",
            detail: "\(code): \(UntrustedText(reason, limit: 600).text)")
    }

    /// An unknown client, or one that registered itself and was deleted because it was not used.
    static func unknownClient(_ reason: String, code: String) -> MessagePage {
        MessagePage(
            title: "This application is not known here", tone: .bad,
            message: "The application that sent you here is not registered with this server, or no longer.",
            advice:
                "Nothing was shared with it. In the application, remove the connection to this server and connect again, so that it registers anew. "
                + "If it was set up by hand, an administrator here has to give it a client id that exists.",
            detail: "\(code): \(UntrustedText(reason, limit: 600).text)")
    }

    static let notFound = MessagePage(
        title: "There is no such page", tone: .plain, message: "Nothing is served at this address.", link: ("Start page", "/"))

    static let signedOut = MessagePage(
        title: "You are signed out", tone: .good, message: "This browser is no longer signed in here.",
        advice: "Applications that you connected go on working until you disconnect them.", link: ("Sign in again", "/login"))

    /// A form that was not sent by a page of this server.
    static let foreignForm = MessagePage(
        title: "That did not come from here", tone: .bad,
        message: "The request came from another site, or from a page that was open for too long. Nothing was done.",
        advice: "Go back, load the page again and repeat what you wanted to do.", link: ("Start page", "/"))

    static let throttled = MessagePage(
        title: "Too many tries", tone: .bad, message: "Wait for a while before you try again.", link: ("Start page", "/"))

    /// - Parameter status: the HTTP status.
    static func failed(_ status: Int) -> MessagePage {
        MessagePage(
            title: "That did not work", tone: .bad,
            message: status == 503 ? "The server cannot do this right now." : "The request was not understood.",
            advice: "Go back and try again in a moment.", link: ("Start page", "/"))
    }
}
