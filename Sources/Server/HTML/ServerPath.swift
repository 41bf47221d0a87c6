/// A path of this server with its query: the only kind of target for forms, links and redirects of its pages (RFC 9700 section 4.11).
struct ServerPath: Hashable, Sendable, CustomStringConvertible {
    /// Begins with one slash.
    let text: String

    static let home = ServerPath("/")

    var description: String { text }

    /// Unit: bytes. Longer than any authorization request of a client that we know.
    private static let maximumLength = 16_384

    /// - Parameter text: a literal of this program, or one put together of checked parts.
    init(_ text: String) { self.text = Self.isOwn(text) ? text : "/" }

    /// The path at which a request asks to continue; nil without one, and for one that may lead elsewhere (A41).
    init?(unchecked text: String?) {
        guard let text, Self.isOwn(text) else { return nil }
        self.text = text
    }

    /// One slash, then printable ASCII without what browsers read as a slash, drop, or end a field with.
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
