/// The list of requested scopes: one checkbox each, all ticked; the person can untick some.
struct ScopeChoice: Sendable {
    /// The scopes to choose from; an umbrella is offered as its parts.
    let names: [String]
    /// What the client's maker says that names mean which this server has no words for.
    private let foreign: [String: String]

    /// Up to this many stand in one list; more are folded into groups.
    private static let maximumFlat = 7

    init(asked: [String], foreign: [String: String] = [:]) {
        self.foreign = foreign
        var names: [String] = []
        for part in asked.flatMap(ScopeWords.parts) where !names.contains(part) { names.append(part) }
        self.names = names
    }

    /// What the ticked boxes grant: the names as they were asked, an umbrella when all of its parts are ticked.
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
