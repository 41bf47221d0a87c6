/// A piece of a page. Text is always escaped; a piece cannot be created from raw markup.
struct HTML: Hashable, Sendable {
    /// The source of the piece, safe as the content of an element.
    private(set) var source: String

    init() { source = "" }

    /// Text, escaped both for the content of an element and for a quoted attribute.
    init(_ text: String) { source = Self.escaped(text) }

    /// An element. Its name is a literal of this program.
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

    /// Escapes scalars, not characters, because a browser ends an attribute at a quote even if a combining mark follows it.
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
    /// A literal is text: `"5 < 6"` is shown as written, and interpolated values are escaped too.
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

/// An attribute of an element. Its value is escaped when it is written. Attributes that a browser follows as links have their own
/// constructors.
struct Attribute: Hashable, Sendable {
    let name: String
    /// Nil for an attribute without a value (`required`).
    let value: String?

    private init(_ name: StaticString, _ value: String?) {
        self.name = "\(name)"
        self.value = value
    }

    static func with(_ name: StaticString, _ value: String) -> Attribute {
        // A browser follows or runs these attributes, so only the functions below create them.
        precondition(!["href", "src", "action", "formaction", "style", "srcdoc"].contains("\(name)") && !"\(name)".hasPrefix("on"))
        return Attribute(name, value)
    }

    static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
    static func `class`(_ names: StaticString) -> Attribute { Attribute("class", "\(names)") }
    static func type(_ name: StaticString) -> Attribute { Attribute("type", "\(name)") }

    /// A link to a page of this server. Any other target becomes `/`.
    static func href(_ path: ServerPath) -> Attribute { Attribute("href", path.text) }

    /// A link to the redirect of a client. The text of the link must name it.
    static func href(_ path: UnverifiedRedirect) -> Attribute { Attribute("href", path.url) }

    /// A picture of this server.
    static func source(_ path: ServerPath) -> Attribute { Attribute("src", path.text) }

    /// The target of a form: a page of this server.
    static func action(_ path: ServerPath) -> Attribute { Attribute("action", path.text) }
}

/// Untrusted text, made safe for display on a page: one line of limited length, without invisible characters and without characters that
/// change the text direction (A29).
struct UntrustedText: Hashable, Sendable {
    let text: String

    /// - Parameter limit: most characters.
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
