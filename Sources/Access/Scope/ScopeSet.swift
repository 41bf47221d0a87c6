/// A set of scopes: the most that a credential may do.
package struct ScopeSet: Hashable, Sendable, CustomStringConvertible {
    private var bits: UInt64

    package static let none = ScopeSet(bits: 0)
    package static let all = ScopeSet(Scope.all)
    /// The umbrella `mcp`: every data scope, and reading of identity.
    package static let mcp = ScopeSet(Scope.all.filter { !$0.isIdentityWrite })

    private init(bits: UInt64) { self.bits = bits }

    package init(_ scopes: some Sequence<Scope>) {
        bits = 0
        for scope in scopes { bits |= 1 << UInt64(scope.index) }
    }

    package func contains(_ scope: Scope) -> Bool { bits & (1 << UInt64(scope.index)) != 0 }
    package func isSubset(of other: ScopeSet) -> Bool { bits & ~other.bits == 0 }
    package func intersection(_ other: ScopeSet) -> ScopeSet { ScopeSet(bits: bits & other.bits) }
    package func union(_ other: ScopeSet) -> ScopeSet { ScopeSet(bits: bits | other.bits) }
    /// In the order of documentation.
    package var scopes: [Scope] { Scope.all.filter(contains) }
    package var names: [String] { scopes.map(\.name) }
    package var description: String { names.joined(separator: " ") }

    /// The scopes that one name of a scope string stands for; nil when the name is unknown. An OpenID name stands for none.
    package init?(named name: String) {
        switch name {
        case "admin": self = .all
        case "mcp": self = .mcp
        case "read": self = ScopeSet(Scope.all.filter { $0.name.hasPrefix("read:") })
        case "write": self = ScopeSet(Scope.all.filter { $0.name.hasPrefix("write:") })
        case _ where Scope.openIDNames.contains(name): self = .none
        default:
            guard let scope = Scope(name) else { return nil }
            self = ScopeSet([scope])
        }
    }

    /// Reads a scope string (RFC 6749 section 3.3: names divided by single spaces).
    /// - Throws: ``ScopeError`` naming the first unknown name.
    package init(parsing text: String) throws(ScopeError) {
        self = .none
        for name in text.split(separator: " ", omittingEmptySubsequences: true) {
            guard let named = ScopeSet(named: String(name)) else { throw ScopeError(unknown: String(name)) }
            self = union(named)
        }
    }
}

/// A scope string names something that does not exist.
package struct ScopeError: Error, Hashable, Sendable {
    package let unknown: String
}
