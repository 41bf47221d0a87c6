import Notation

/// An absolute URL with a host, split into its parts (RFC 3986 section 3). Nothing is decoded, corrected or added; other text is refused.
struct WebAddress: Hashable, Sendable {
    /// As written.
    let scheme: String
    let hasUserInfo: Bool
    /// As written; an IPv6 address keeps its brackets.
    let host: String
    /// 1 to 65535; nil when absent.
    let port: Int?
    /// Empty, or beginning with `/`.
    let path: String
    let query: String?
    let fragment: String?

    /// Unit: bytes.
    static let maximumLength = 2_048

    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, Self.isPlain(text) else { return nil }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        scheme = String(text[..<colon])
        guard Self.isScheme(scheme) else { return nil }
        var rest = text[text.index(colon, offsetBy: 3)...]
        fragment = Self.cut(&rest, at: "#")
        query = Self.cut(&rest, at: "?")
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        path = String(rest[slash...])
        var authority = rest[..<slash]
        hasUserInfo = authority.contains("@")
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        guard let (host, port) = Self.hostAndPort(authority) else { return nil }
        self.host = host
        self.port = port
    }

    /// Whether a path segment is `.` or `..`, also with escaped dots.
    var hasDotSegment: Bool {
        path.split(separator: "/").contains { segment in
            let plain = segment.lowercased().replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }

    /// Whether the host is one of the three of RFC 8252 section 7.3; any other spelling of a loopback address is another host.
    var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host.lowercased()) }

    private static func cut(_ rest: inout Substring, at mark: Character) -> String? {
        guard let markIndex = rest.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<markIndex] }
        return String(rest[rest.index(after: markIndex)...])
    }

    private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
            let suffix = authority[authority.index(after: end)...]
            guard suffix.isEmpty || suffix.hasPrefix(":") else { return nil }
            if !suffix.isEmpty { port = suffix.dropFirst() }
            guard host.utf8.count > 2, host.dropFirst().dropLast().utf8.allSatisfy({ Hexadecimal.isDigit($0) || $0 == 0x3A || $0 == 0x2E }) else {
                return nil
            }
        } else {
            if let colon = authority.firstIndex(of: ":") {
                host = authority[..<colon]
                port = authority[authority.index(after: colon)...]
            }
            guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
        }
        guard let port else { return (String(host), nil) }
        guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
            (1...65_535).contains(number)
        else { return nil }
        return (String(host), number)
    }

    /// Whether the text is printable ASCII within RFC 3986, with two digits after each `%`.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case ...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
                UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                return false
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, Hexadecimal.isDigit(bytes[index + 1]), Hexadecimal.isDigit(bytes[index + 2]) else { return false }
            default: continue
            }
        }
        return true
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
}
