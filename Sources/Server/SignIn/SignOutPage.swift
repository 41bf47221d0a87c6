/// Asks before a link from elsewhere ends the session.
struct SignOutPage: Sendable {
    let token: String
    let user: String

    var page: Page {
        Page("Sign out") {
            HTML("div", [.class("card")]) {
                HTML("h1") { "Sign out?" }
                HTML("p", [.class("quiet")]) { "You are signed in as \(user)." }
                HTML("form", [.with("method", "post"), .action("/logout")]) {
                    FormToken.input(token)
                    HTML("button", [.class("primary full"), .type("submit")]) { "Sign out" }
                }
            }
        }
    }
}

/// The corner of a page for somebody who is signed in: who, and the way out.
struct SignOutCorner: Sendable {
    let user: String
    let token: String

    var html: HTML {
        HTML("div", [.class("corner")]) {
            HTML("span") { user }
            HTML("form", [.with("method", "post"), .action("/logout")]) {
                FormToken.input(token)
                HTML("button", [.class("plain"), .type("submit")]) { "Sign out" }
            }
        }
    }
}
