/// The page on which a person types the code that a device shows (RFC 8628 section 3.3).
struct DevicePage: Sendable {
    let token: String
    var code = ""
    var problem: String?

    var page: Page {
        Page("Connect a device") {
            HTML("div", [.class("card")]) {
                HTML("h1") { "Connect a device" }
                HTML("p", [.class("quiet")]) { "Type the code that your device or program shows." }
                if let problem { HTML("p", [.class("note bad"), .with("role", "alert")]) { problem } }
                HTML("form", [.with("method", "post"), .action("/device")]) {
                    FormToken.input(token)
                    HTML("label", [.class("field")]) {
                        HTML("span") { "Code" }
                        HTML(
                            void: "input",
                            [
                                .class("code"), .type("text"), .with("name", "user_code"), .with("value", code), .with("autocomplete", "off"),
                                .with("autocapitalize", "characters"), .with("spellcheck", "false"), .with("maxlength", "16"),
                                .with("placeholder", "XXXX-XXXX"), .flag("required"), .flag("autofocus"),
                            ])
                    }
                    HTML("button", [.class("primary full"), .type("submit")]) { "Continue" }
                }
            }
        }
    }
}
