/// A scope string as a client wrote it (RFC 6749 section 3.3): names in order, each once. Their meaning is defined by the policy.
package struct ScopeNames: Hashable, Sendable, CustomStringConvertible {
    package let names: [String]

    package static let none = ScopeNames([])
    /// Unit: bytes of a scope string.
    package static let maximumLength = 4_096
    package static let maximumCount = 100

    /// Takes names that were checked before.
    package init(_ names: some Sequence<String>) {
        var seen: Set<String> = []
        self.names = names.filter { seen.insert($0).inserted }
    }

    /// Reads names of `!`, `#` to `[` and `]` to `~`, divided by single spaces; empty text is no name.
    /// - Throws: `invalid_scope`.
    package init(parsing text: String) throws(OAuthError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw OAuthError(.invalidScope, "parameter 'scope': longer than \(Self.maximumLength) bytes")
        }
        let parts = text.utf8.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count <= Self.maximumCount else { throw OAuthError(.invalidScope, "parameter 'scope': more than \(Self.maximumCount) names") }
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAllowed) }) else {
            throw OAuthError(.invalidScope, "parameter 'scope': expected names of printable ASCII divided by single spaces")
        }
        self.init(parts.map { String(Substring($0)) })
    }

    /// Names divided by spaces.
    package var text: String { names.joined(separator: " ") }
    package var description: String { text }
    package var isEmpty: Bool { names.isEmpty }
    package func contains(_ name: String) -> Bool { names.contains(name) }
    package func filter(_ keeps: (String) -> Bool) -> ScopeNames { ScopeNames(names.filter(keeps)) }
    package func union(_ other: ScopeNames) -> ScopeNames { ScopeNames(names + other.names) }

    private static func isAllowed(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") }
}
