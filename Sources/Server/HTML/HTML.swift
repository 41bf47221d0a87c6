/// A piece of a page. Text is always escaped: there is no way to make a piece from raw markup.
struct HTML: Hashable, Sendable {
    /// The source of the piece, safe in an element's content.
    private(set) var source: String

    init() { source = "" }

    /// Text, escaped for the content of an element and for a quoted attribute alike.
    init(_ text: String) { source = Self.escaped(text) }

    /// An element. Names are literals of this program.
    init(_ tag: StaticString, _ attributes: [Attribute] = [], @HTMLBuilder _ content: () -> HTML) {
        source = "\(Self.opening(tag, attributes))\(content().source)</\(tag)>"
    }

    /// An element without content and end tag (`input`, `link`, `meta`).
    init(void tag: StaticString, _ attributes: [Attribute]) { source = Self.opening(tag, attributes) }

    static func + (left: HTML, right: HTML) -> HTML {
        var both = left
        both.source += right.source
        return both
    }

    private static func opening(_ tag: StaticString, _ attributes: [Attribute]) -> String {
        "<\(tag)" + attributes.map { " \($0.name)" + ($0.value.map { "=\"\(escaped($0))\"" } ?? "") }.joined() + ">"
    }

    /// Walks scalars, not characters: a quote under a combining mark is still a quote to a browser.
    private static func escaped(_ text: String) -> String {
        var out = ""
        out.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "&": out += "&amp;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case "\0": out += "\u{FFFD}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}

extension HTML: ExpressibleByStringInterpolation {
    /// A literal is text like any other: `"5 < 6"` shows as written, and what is interpolated is escaped with it.
    init(stringLiteral text: String) { self.init(text) }
}

/// Concatenates pieces of a page.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ piece: HTML) -> HTML { piece }
    static func buildExpression(_ text: String) -> HTML { HTML(text) }
    static func buildBlock(_ pieces: HTML...) -> HTML { pieces.reduce(HTML(), +) }
    static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML() }
    static func buildEither(first piece: HTML) -> HTML { piece }
    static func buildEither(second piece: HTML) -> HTML { piece }
    static func buildArray(_ pieces: [HTML]) -> HTML { pieces.reduce(HTML(), +) }
}

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

/// Text from outside, made safe to show on a page: one line, limited length, without invisible characters and characters that change the text's
/// direction (A29).
struct UntrustedText: Hashable, Sendable {
    let text: String

    /// - Parameter limit: unit: characters.
    init(_ text: String, limit: Int = 80) {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit * 8) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        let words = String(scalars).split(separator: " ").joined(separator: " ")
        self.text = words.count > limit ? words.prefix(limit - 1) + "…" : words
    }
}
