/// A path of this server with its query. Forms, links and redirects of its pages accept no other kind of target (RFC 9700 section 4.11).
struct ServerPath: Hashable, Sendable, CustomStringConvertible {
    /// Begins with one slash.
    let text: String

    static let home = ServerPath("/")

    var description: String { text }

    /// Longest path, which exceeds every known authorization request. Unit: bytes.
    private static let maximumLength = 16_384

    /// - Parameter text: a literal of this program, or a text composed of checked parts.
    init(_ text: String) { self.text = Self.isOwn(text) ? text : "/" }

    /// The path to which a request wants to return. Nil without one, and for a path that may lead to another server (A41).
    init?(unchecked text: String?) {
        guard let text, Self.isOwn(text) else { return nil }
        self.text = text
    }

    /// Whether the text is one slash followed by printable ASCII, without characters that browsers treat as a slash, drop, or take as the
    /// end of a field.
    private static func isOwn(_ text: String) -> Bool {
        guard text.utf8.count <= maximumLength, text.utf8.first == UInt8(ascii: "/") else { return false }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return false }
        // A path that decodes to `//host` or to a control character is not a path of this server.
        let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return !path.contains("//") && !["%00", "%09", "%0a", "%0d", "%2f", "%5c"].contains(where: path.contains)
    }
}

extension ServerPath: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(text) }
}
