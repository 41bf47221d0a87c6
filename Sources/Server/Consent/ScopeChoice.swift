import Access

/// The list of requested scopes. Each has a checkbox, which is initially ticked and which the person can untick.
struct ScopeChoice: Sendable {
    /// The scopes to choose from. An umbrella scope is replaced by its parts.
    let names: [String]
    /// The developer's descriptions of scopes that this server does not know.
    private let foreign: [String: String]

    /// Most scopes in a flat list. More are shown in collapsible groups.
    private static let maximumFlat = 7

    init(asked: [String], foreign: [String: String] = [:]) {
        self.foreign = foreign
        var names: [String] = []
        for part in asked.flatMap(ScopeWords.parts) where !names.contains(part) { names.append(part) }
        self.names = names
    }

    /// The scopes of the ticked boxes in their requested spelling. An umbrella scope is granted if all its parts are ticked.
    static func granted(ticked: [String], of asked: [String]) -> [String] {
        let ticked = Set(ticked)
        var granted: [String] = []
        for name in asked {
            let parts = ScopeWords.parts(of: name)
            let chosen = ticked.contains(name) || parts.allSatisfy(ticked.contains) ? [name] : parts.filter(ticked.contains)
            for part in chosen where !granted.contains(part) { granted.append(part) }
        }
        return granted
    }

    var html: HTML {
        let words = names.map { ScopeWords($0, foreign: foreign[$0]) }
        return HTML("fieldset") {
            HTML("legend") { "It will be able to" }
            HTML("div", [.class("scopes")]) {
                if words.count <= Self.maximumFlat {
                    for each in words { Self.box(each) }
                } else {
                    for group in ScopeWords.Group.allCases { Self.group(group, words.filter { $0.group == group }) }
                }
            }
        }
    }

    @HTMLBuilder private static func group(_ group: ScopeWords.Group, _ members: [ScopeWords]) -> HTML {
        if members.count == 1 {
            box(members[0])
        } else if !members.isEmpty {
            let changes = members.contains(where: \.changes)
            // Groups that permit changes are open, so that the person sees them before allowing them.
            HTML("details", group == .data || changes ? [.flag("open")] : []) {
                HTML("summary") {
                    "\(group.rawValue) "
                    if changes {
                        HTML("span", [.class("tag warn")]) { "changes" }
                        " "
                    }
                    HTML("span", [.class("quiet small")]) { ScopeWords.summary(members) }
                }
                for member in members { box(member) }
            }
        }
    }

    private static func box(_ scope: ScopeWords) -> HTML {
        HTML("label", [.class("scope")]) {
            HTML(void: "input", [.type("checkbox"), .with("name", "scope"), .with("value", scope.name), .flag("checked")])
            HTML("span") {
                scope.words
                if scope.changes {
                    " "
                    HTML("span", [.class("tag warn")]) { "changes" }
                }
                HTML("span", [.class("name mono")]) { scope.name }
            }
        }
    }
}

/// The meaning of a scope, in words for the person who decides.
struct ScopeWords: Hashable, Sendable {
    /// The group of a scope on the page.
    enum Group: String, CaseIterable, Sendable {
        case account = "Your account"
        case data = "Data"
        case setup = "Set-up of data"
        case people = "People and access"
    }

    let name: String
    let words: String
    let group: Group
    /// Whether the scope permits changing or granting something.
    let changes: Bool
    /// Its subject in one or two words.
    let topic: String

    /// - Parameters:
    ///   - name: in either spelling. An unknown name is displayed unchanged.
    ///   - foreign: the developer's description of an unknown name.
    init(_ name: String, foreign: String? = nil) {
        self.name = name
        if let known = Self.single[name] {
            (words, topic, group, changes) = known
        } else if let scope = Scope(name), let kind = Self.kinds[String(scope.name.drop { $0 != ":" }.dropFirst())] {
            changes = scope.name.hasPrefix("write:")
            group = kind.group
            words = changes ? kind.write : kind.read
            topic = kind.topic
        } else if let foreign {
            (words, topic, group, changes) = (
                "Outside this server, as its maker says: \(UntrustedText(foreign).text)", "something else", .people, true
            )
        } else {
            (words, topic, group, changes) = ("Something that this page has no words for", "something else", .people, true)
        }
    }

    /// For example `read and change rows, SQL, questions`.
    static func summary(_ members: [ScopeWords]) -> String {
        var topics: [String] = []
        for member in members where !topics.contains(member.topic) { topics.append(member.topic) }
        return (members.contains(where: \.changes) ? "read and change " : "read only: ") + topics.joined(separator: ", ")
    }

    /// The scopes of which an umbrella scope consists, so that a person can omit some of them. For any other name, the name itself.
    static func parts(of name: String) -> [String] {
        guard Scope.umbrellaNames.contains(name), let set = ScopeSet(named: name) else { return [name] }
        return set.names
    }

    private static let single: [String: (String, String, Group, Bool)] = [
        "openid": ("Know which account you have here", "who you are", .account, false),
        "profile": ("Read your name", "name", .account, false),
        "email": ("Read your e-mail address", "e-mail", .account, false),
        "offline_access": ("Stay connected when you are not there, until you disconnect it", "staying connected", .account, false),
        Scope.runSQL.name: ("Run SQL questions that cannot change anything", "SQL", .data, false),
        Scope.ask.name: ("Ask questions about your data in plain language", "questions", .data, false),
        Scope.readAudit.name: ("Read the log of what was done", "the log", .people, false),
    ]

    private static let kinds: [String: (read: String, write: String, topic: String, group: Group)] = [
        "record": ("Read rows of tables", "Add, change and delete rows of tables", "rows", .data),
        "collection": ("See which tables and fields there are", "Make, change and drop tables", "tables", .setup),
        "source": ("See which databases are attached", "Attach and detach databases", "databases", .setup),
        "workflow": (
            "See workflows and how they went", "Make, change and start workflows, which can send rows to other servers", "workflows", .setup
        ),
        "rule": ("See who may do what with tables", "Change who may do what with tables", "rules", .setup),
        "organization": ("Read organizations and workspaces", "Make, change and remove organizations and workspaces", "organizations", .people),
        "user": ("Read the list of people", "Add, change and remove people", "people", .people),
        "application": ("Read the list of applications", "Add, change and remove applications", "applications", .people),
        "role": ("Read roles and who has them", "Change roles and who has them", "roles", .people),
        "permission": ("Read permissions", "Change permissions", "permissions", .people),
        "provider": ("Read connections to outside services", "Change connections to outside services", "services", .people),
        "token": ("See which keys and tokens there are", "Make and revoke keys and tokens", "keys", .people),
    ]
}
