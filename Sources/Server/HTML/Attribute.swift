/// An attribute of an element. Its value is escaped when it is written; attributes that a browser follows as links have their own constructors.
struct Attribute: Hashable, Sendable {
    let name: String
    /// nil for one that has no value (`required`).
    let value: String?

    private init(_ name: StaticString, _ value: String?) {
        self.name = "\(name)"
        self.value = value
    }

    static func with(_ name: StaticString, _ value: String) -> Attribute {
        // A browser follows or runs these: only the forms below make them.
        precondition(!["href", "src", "action", "formaction", "style", "srcdoc"].contains("\(name)") && !"\(name)".hasPrefix("on"))
        return Attribute(name, value)
    }

    static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
    static func `class`(_ names: StaticString) -> Attribute { Attribute("class", "\(names)") }
    static func type(_ name: StaticString) -> Attribute { Attribute("type", "\(name)") }

    /// A page of this server; anything else becomes `/`.
    static func href(_ path: ServerPath) -> Attribute { Attribute("href", path.text) }

    /// The redirect of a client, which the text of the link names.
    static func href(_ path: UnverifiedRedirect) -> Attribute { Attribute("href", path.url) }

    /// A picture of this server.
    static func source(_ path: ServerPath) -> Attribute { Attribute("src", path.text) }

    /// Where a form goes: a page of this server.
    static func action(_ path: ServerPath) -> Attribute { Attribute("action", path.text) }
}
