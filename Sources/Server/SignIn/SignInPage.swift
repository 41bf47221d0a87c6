/// The sign-in form: organization, user and password. An unknown user and a wrong password get the same response.
struct SignInPage: Sendable {
    enum Problem: Hashable, Sendable {
        case wrong
        /// Too many attempts. Unit: seconds.
        case throttled(seconds: Int)
        case busy
        /// The organization does not let this person sign in, with its reason.
        case refused(String)
        /// The form was too old, or was not loaded by this browser.
        case stale
    }

    /// The client for which the person signs in.
    struct WaitingClient: Sendable {
        /// The sanitized name. Unless the client is verified, it is only the client's claim.
        let name: String
        let isVerified: Bool
        /// The host to which the code is sent.
        let destination: String
    }

    let token: String
    let next: ServerPath
    var organization = ""
    var user = ""
    var problem: Problem?
    /// The client for which the person signs in. Nil without one.
    var client: WaitingClient?
    var formTargets: [String] = []

    var page: Page {
        Page("Sign in", formTargets: formTargets) {
            HTML("div", [.class("card")]) {
                HTML("h1") { "Sign in" }
                if let client {
                    HTML("p", [.class("quiet")]) {
                        "to decide what "
                        HTML("strong") { client.name }
                        if !client.isVerified {
                            " "
                            HTML("span", [.class("tag warn")]) { "Not verified" }
                        }
                        " may do for you"
                        if !client.isVerified {
                            "; the answer goes to "
                            HTML("strong") { client.destination }
                        }
                    }
                } else {
                    HTML("p", [.class("quiet")]) { "with the account that your organization gave you" }
                }
                if let problem { HTML("p", [.class("note bad"), .with("role", "alert")]) { Self.words(problem) } }
                HTML("form", [.with("method", "post"), .action("/login")]) {
                    FormToken.input(token)
                    HTML(void: "input", [.type("hidden"), .with("name", "return_to"), .with("value", next.text)])
                    Self.field("organization", "Organization", value: organization, autocomplete: "organization", isFocused: organization.isEmpty)
                    Self.field("username", "User", value: user, autocomplete: "username", isFocused: !organization.isEmpty && user.isEmpty)
                    HTML("label", [.class("field")]) {
                        HTML("span") { "Password" }
                        HTML(
                            void: "input",
                            [
                                .type("password"), .with("name", "password"), .with("autocomplete", "current-password"), .with("maxlength", "1024"),
                                .flag("required"),
                            ] + (organization.isEmpty || user.isEmpty ? [] : [.flag("autofocus")]))
                    }
                    HTML("button", [.class("primary full"), .type("submit")]) { "Sign in" }
                }
            }
        }
    }

    private static func words(_ problem: Problem) -> String {
        switch problem {
        case .wrong: "Organization, user and password do not fit together."
        case .throttled(let seconds):
            "Too many tries. Wait \(Self.words(seconds: max(1, seconds))) and try again."
        case .busy: "Many people are signing in right now. Try again in a moment."
        case .refused(let reason): reason
        case .stale: "This page was open for too long. Try once more."
        }
    }

    private static func words(seconds: Int) -> String {
        switch seconds {
        case 1: "1 second"
        case ..<90: "\(seconds) seconds"
        default: "\((seconds + 59) / 60) minutes"
        }
    }

    private static func field(_ name: String, _ label: String, value: String, autocomplete: String, isFocused: Bool) -> HTML {
        HTML("label", [.class("field")]) {
            HTML("span") { label }
            HTML(
                void: "input",
                [
                    .type("text"), .with("name", name), .with("value", value), .with("autocomplete", autocomplete), .with("maxlength", "256"),
                    .with("autocapitalize", "none"), .with("spellcheck", "false"), .flag("required"),
                ] + (isFocused ? [.flag("autofocus")] : []))
        }
    }
}

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
