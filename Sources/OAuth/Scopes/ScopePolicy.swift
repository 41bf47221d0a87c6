/// What scope names mean on this server: which exist, which stand for others, and who may have which.
package protocol ScopePolicy: Sendable {
    /// For the metadata documents, the names of OpenID Connect first.
    var supported: [String] { get }
    /// What a request without a scope means.
    var standard: ScopeNames { get }
    /// Whether a name exists, in any spelling.
    func isKnown(_ name: String) -> Bool
    /// Whether everything that a name stands for is in what is held.
    func covers(_ held: ScopeNames, _ name: String) -> Bool
    /// All that a holder may have.
    func allowed(to holder: ScopeHolder) -> ScopeNames
}

extension ScopePolicy {
    /// Whether what is held has a name: by what it stands for, or as it is written, for names that clients define for what they protect themselves.
    package func holds(_ held: ScopeNames, _ name: String) -> Bool { covers(held, name) || held.contains(name) }
}
