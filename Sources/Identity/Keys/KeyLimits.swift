package import Store

/// The most that a credential can do, whatever else its owner may do.
package struct KeyLimits: Hashable, Sendable {
    /// The one workspace it opens; nil for every workspace of its owner.
    package internal(set) var workspace: WorkspaceID?
    /// The one role it acts with; nil for all that its owner has.
    package internal(set) var role: Name?
    /// Canonical scope names.
    package internal(set) var scopes: Set<String>
    /// The moment from which it is nothing; nil for never.
    package internal(set) var expires: Timestamp?

    package init(workspace: WorkspaceID? = nil, role: Name? = nil, scopes: Set<String>, expires: Timestamp? = nil) {
        self.workspace = workspace
        self.role = role
        self.scopes = scopes
        self.expires = expires
    }

    /// The scopes as a scope string (RFC 6749 section 3.3), sorted.
    package var scopeText: String { scopes.sorted().joined(separator: " ") }

    /// Refuses what is more than `bound`, naming it; nothing is narrowed in silence.
    /// - Throws: ``IdentityError`` `forbidden`.
    package func check(within bound: KeyLimits) throws(IdentityError) {
        let beyond = scopes.subtracting(bound.scopes)
        guard beyond.isEmpty else { throw Self.beyond("scopes", "without \(beyond.sorted().joined(separator: " "))") }
        if let only = bound.workspace, workspace != only { throw Self.beyond("workspace", "bound to one workspace; ask for the same one") }
        if let only = bound.role, role != only { throw Self.beyond("role", "bound to the role '\(only)'; ask for the same one") }
        if let end = bound.expires, expires.map({ $0 > end }) ?? true { throw Self.beyond("expires", "valid until \(end.rfc3339); ask for no later") }
    }

    private static func beyond(_ argument: String, _ fact: String) -> IdentityError {
        IdentityError(.forbidden, "\(argument): more than your own; your credential is \(fact)")
    }
}
