/// One right of a credential, by its canonical name (`read:record`).
///
/// The list is closed: reading and writing of each ``Kind``, and three single scopes.
package struct Scope: Hashable, Sendable, CustomStringConvertible, Comparable {
    /// The canonical spelling.
    package let name: String
    /// The index in ``all``, which is the bit in a ``ScopeSet``.
    let index: Int

    package var description: String { name }
    package static func < (left: Scope, right: Scope) -> Bool { left.index < right.index }

    /// What a scope reads or writes, in the order of ``all``.
    package enum Kind: Int, CaseIterable, Sendable {
        case organization, user, application, role, permission, provider, token
        case record, collection, source, workflow, rule

        /// Whether it is an object of an organization. The others are data.
        var isIdentity: Bool { rawValue <= Kind.token.rawValue }
    }

    /// Every scope that gives access to a tool, in the order of the documentation.
    package static let all: [Scope] = {
        let pairs = Kind.allCases.flatMap { ["read:\($0)", "write:\($0)"] }
        return (pairs + ["run:sql", "ask", "read:audit"]).enumerated().map { Scope(name: $1, index: $0) }
    }()

    /// Scopes of OpenID Connect: they are known and can be granted, but give access to no tool.
    package static let openIDNames = ["openid", "profile", "email", "offline_access"]
    /// Names that include several scopes.
    package static let umbrellaNames = ["read", "write", "admin", "mcp"]

    /// The scope named in challenges where any scope is sufficient.
    package static let anyTool = "mcp"

    private static let byName: [String: Scope] = {
        var table: [String: Scope] = [:]
        for scope in all {
            table[scope.name] = scope
            let words = scope.name.split(separator: ":")
            if words.count == 2 { table["\(words[1]):\(words[0])"] = scope }
        }
        return table
    }()

    /// The scope with this name in either spelling, `read:record` or `record:read`.
    package init?(_ name: String) {
        guard let known = Self.byName[name] else { return nil }
        self = known
    }

    private init(name: String, index: Int) {
        self.name = name
        self.index = index
    }

    package static func read(_ kind: Kind) -> Scope { all[kind.rawValue * 2] }
    package static func write(_ kind: Kind) -> Scope { all[kind.rawValue * 2 + 1] }
    package static let runSQL = all[Kind.allCases.count * 2]
    package static let ask = all[Kind.allCases.count * 2 + 1]
    package static let readAudit = all[Kind.allCases.count * 2 + 2]

    /// Whether it writes identities; such a scope is never part of `mcp`.
    package var isIdentityWrite: Bool { index % 2 == 1 && Kind(rawValue: index / 2)?.isIdentity == true }
}

/// A set of scopes, the most that a credential may do.
package struct ScopeSet: Hashable, Sendable, CustomStringConvertible {
    private var bits: UInt64

    package static let none = ScopeSet(bits: 0)
    package static let all = ScopeSet(Scope.all)
    /// The umbrella `mcp`: every data scope, and reading of identities.
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
    /// In the order of the documentation.
    package var scopes: [Scope] { Scope.all.filter(contains) }
    package var names: [String] { scopes.map(\.name) }
    package var description: String { names.joined(separator: " ") }

    /// The scopes that one name of a scope string includes; nil when the name is unknown. An OpenID name includes none.
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

    /// Parses a scope string (RFC 6749 section 3.3: names separated by single spaces).
    /// - Throws: ``ScopeError`` with the first unknown name.
    package init(parsing text: String) throws(ScopeError) {
        self = .none
        for name in text.split(separator: " ", omittingEmptySubsequences: true) {
            guard let named = ScopeSet(named: String(name)) else { throw ScopeError(unknown: String(name)) }
            self = union(named)
        }
    }
}

/// A scope string contains an unknown name.
package struct ScopeError: Error, Hashable, Sendable {
    package let unknown: String
}
