/// The clients that act for a person. Each has a button that ends its access.
struct ConnectionsPage: Sendable {
    struct Entry: Sendable {
        /// The id that the form sends back.
        let id: String
        let name: String
        let isVerified: Bool
        /// Hosts of the redirects. They distinguish clients with the same name.
        let hosts: [String]
        let scopes: [String]
        /// Names of the workspaces in which the client acts.
        let workspaces: [String]
        /// Days in RFC 3339 format.
        let since: String
        let lastUsed: String
    }

    let token: String
    let entries: [Entry]
    var note: String?

    var page: Page {
        Page("My connections") {
            HTML("div", [.class("card wide")]) {
                HTML("h1") { "My connections" }
                HTML("p", [.class("quiet")]) { "Applications that act for you. Disconnecting one ends all of its access within seconds." }
                if let note { HTML("p", [.class("note good"), .with("role", "status")]) { note } }
                if entries.isEmpty {
                    HTML("p", [.class("note")]) { "None yet. An application asks you here when it wants to act for you." }
                } else {
                    HTML("ul", [.class("list")]) { for entry in entries { item(entry) } }
                }
            }
        }
    }

    /// One line for each group. The scope names follow for people who know them.
    @HTMLBuilder private func rights(_ entry: Entry) -> HTML {
        let words = ScopeChoice(asked: entry.scopes).names.map { ScopeWords($0) }
        for group in ScopeWords.Group.allCases {
            let members = words.filter { $0.group == group }
            if !members.isEmpty {
                HTML("p", [.class("small")]) {
                    "\(group.rawValue): \(ScopeWords.summary(members))"
                    if members.contains(where: \.changes) {
                        " "
                        HTML("span", [.class("tag warn")]) { "changes" }
                    }
                }
            }
        }
        HTML("p", [.class("quiet small mono")]) { entry.scopes.joined(separator: " ") }
    }

    private func item(_ entry: Entry) -> HTML {
        HTML("li") {
            HTML("div") {
                HTML("h2") {
                    entry.name
                    if !entry.isVerified {
                        " "
                        HTML("span", [.class("tag warn")]) { "Not verified" }
                    }
                }
                if !entry.hosts.isEmpty {
                    HTML("p", [.class("small")]) {
                        "at "
                        HTML("strong") { entry.hosts.joined(separator: ", ") }
                    }
                }
                HTML("p", [.class("quiet small")]) {
                    "workspace \(entry.workspaces.joined(separator: ", ")) · since \(entry.since) · last used \(entry.lastUsed)"
                }
                rights(entry)
            }
            HTML("form", [.with("method", "post"), .action("/connections")]) {
                FormToken.input(token)
                HTML("button", [.class("plain danger"), .type("submit"), .with("name", "disconnect"), .with("value", entry.id)]) { "Disconnect" }
            }
        }
    }
}
