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
