/// Asks for confirmation before a link from another site ends the session.
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

/// The signed-in user's name with a sign-out button, at the top of pages.
struct SignOutHeader: Sendable {
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
