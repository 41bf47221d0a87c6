import Access

/// The list of requested scopes: one checkbox each, all ticked; the person can untick some.
struct ScopeChoice: Sendable {
    /// The scopes to choose from; an umbrella is offered as its parts.
    let names: [String]
    /// The meanings of names that this server does not know, as the client's developer describes them.
    private let foreign: [String: String]

    /// Up to this many stand in one list; more are folded into groups.
    private static let maximumFlat = 7

    init(asked: [String], foreign: [String: String] = [:]) {
        self.foreign = foreign
        var names: [String] = []
        for part in asked.flatMap(ScopeWords.parts) where !names.contains(part) { names.append(part) }
        self.names = names
    }

    /// The scopes of the ticked boxes: the names as they were asked, an umbrella when all of its parts are ticked.
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
            // What can be changed is seen before it is allowed.
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
    /// Where a scope stands on the page.
    enum Group: String, CaseIterable, Sendable {
        case account = "Your account"
        case data = "Data"
        case setup = "Set-up of data"
        case people = "People and access"
    }

    let name: String
    let words: String
    let group: Group
    /// Whether something can be changed or given away with it.
    let changes: Bool
    /// Its subject, in one or two words.
    let topic: String

    /// - Parameters:
    ///   - name: in either spelling; an unknown one is shown as it is written.
    ///   - foreign: what its maker says of an unknown one.
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

    /// `read and change rows, SQL, questions`
    static func summary(_ members: [ScopeWords]) -> String {
        var topics: [String] = []
        for member in members where !topics.contains(member.topic) { topics.append(member.topic) }
        return (members.contains(where: \.changes) ? "read and change " : "read only: ") + topics.joined(separator: ", ")
    }

    /// The single scopes that an umbrella stands for, so that a person can leave some of them out; the name itself when it is none.
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
