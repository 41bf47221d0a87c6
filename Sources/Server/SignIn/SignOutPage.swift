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
