/// Decides which scopes a request gets. At the authorization endpoint, where a person decides, other scopes are dropped; at the token
/// endpoint they are refused by name.
package struct ScopeRules: Sendable {
    private let policy: any ScopePolicy

    package init(policy: any ScopePolicy) { self.policy = policy }

    /// The scopes that a person is asked to allow: those that the client requested and the person may have.
    /// - Parameters:
    ///   - asked: the requested scopes; nil for the default ones.
    ///   - client: the client's registered scopes; nil or empty for no limit.
    /// - Throws: `invalid_scope` when nothing is left.
    package func atAuthorize(asked: ScopeNames?, client: ScopeNames?, holder: ScopeHolder) throws(OAuthError) -> ScopeNames {
        let allowed = policy.allowed(to: holder)
        // A client's own scope gives no access here, so everybody may allow it.
        let left = limited(asked ?? policy.standard, to: client).filter { name in
            policy.isKnown(name) ? policy.covers(allowed, name) : client?.contains(name) ?? false
        }
        guard !left.isEmpty else { throw OAuthError(.invalidScope, "parameter 'scope': nothing in it can be allowed to you") }
        return left
    }

    /// The scopes of an application with its own credentials (RFC 6749 section 4.4).
    /// - Parameter asked: nil for none: a program that acts for itself must name what it needs.
    /// - Throws: `invalid_scope` with the first name that is unknown or not registered.
    package func atClientCredentials(asked: ScopeNames?, registered: ScopeNames) throws(OAuthError) -> ScopeNames {
        try within(policy.allowed(to: .application(registered)), asked ?? .none, "registered for this client")
    }

    /// The current scopes of a token.
    /// - Parameters:
    ///   - client: the client's registered scopes; nil for a client without a limit.
    ///   - person: the person for whom the token acts; nil for the client itself.
    package func inForce(_ granted: ScopeNames, client: ScopeNames?, person: ScopeHolder?) -> ScopeNames {
        guard person != nil || client?.isEmpty != true else { return .none }
        let left = limited(granted, to: client)
        guard let person else { return left }
        let allowed = policy.allowed(to: person)
        // A client's own scope gives no access here, so everybody may have it.
        return ScopeNames(left.names.flatMap { policy.isKnown($0) ? limited(ScopeNames([$0]), to: allowed).names : [$0] })
    }

    /// The scopes of a refreshed access token; the grant itself does not change (RFC 6749 section 6).
    /// - Parameters:
    ///   - asked: the requested scopes; nil for all granted ones.
    ///   - client: the client's current registered scopes; nil or empty for no limit.
    /// - Throws: `invalid_scope` with the first name beyond the grant, or when the client is no longer registered for any granted scope.
    package func atRefresh(asked: ScopeNames?, granted: ScopeNames, client: ScopeNames? = nil) throws(OAuthError) -> ScopeNames {
        let left = limited(granted, to: client)
        guard !left.isEmpty else { throw OAuthError(.invalidScope, "nothing that was granted is open to this client any more") }
        guard let asked else { return left }
        return try within(left, asked, "granted")
    }

    /// The offered scopes that a person allowed.
    /// - Throws: `invalid_scope` for a scope that was not offered, `access_denied` for none.
    package func narrowed(_ offered: ScopeNames, to chosen: ScopeNames) throws(OAuthError) -> ScopeNames {
        guard !chosen.isEmpty else { throw OAuthError(.accessDenied, "no scope was allowed") }
        return try within(offered, chosen, "offered")
    }

    /// The names within the client's registered scopes; a name that includes others is replaced by the registered ones among these.
    private func limited(_ names: ScopeNames, to client: ScopeNames?) -> ScopeNames {
        guard let client, !client.isEmpty else { return names }
        return ScopeNames(
            names.names.flatMap { name in
                policy.holds(client, name) ? [name] : client.names.filter { policy.covers(ScopeNames([name]), $0) }
            })
    }

    private func within(_ held: ScopeNames, _ asked: ScopeNames, _ fact: String) throws(OAuthError) -> ScopeNames {
        for name in asked.names {
            guard policy.isKnown(name) || held.contains(name) else {
                throw OAuthError(.invalidScope, "scope '\(name.prefix(64))' does not exist")
            }
            guard policy.holds(held, name) else { throw OAuthError(.invalidScope, "scope '\(name.prefix(64))' is not \(fact)") }
        }
        return asked
    }
}

/// A scope string of a client (RFC 6749 section 3.3): names in order, each once. The authorization server's policy defines their meaning.
package struct ScopeNames: Hashable, Sendable, CustomStringConvertible {
    package let names: [String]

    package static let none = ScopeNames([])
    /// Unit: bytes of a scope string.
    package static let maximumLength = 4_096
    package static let maximumCount = 100

    /// - Parameter names: valid names; they are not checked.
    package init(_ names: some Sequence<String>) {
        var seen: Set<String> = []
        self.names = names.filter { seen.insert($0).inserted }
    }

    /// Parses names of `!`, `#` to `[` and `]` to `~`, separated by single spaces; empty text has no names.
    /// - Throws: `invalid_scope`.
    package init(parsing text: String) throws(OAuthError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw OAuthError(.invalidScope, "parameter 'scope': longer than \(Self.maximumLength) bytes")
        }
        let parts = text.utf8.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count <= Self.maximumCount else { throw OAuthError(.invalidScope, "parameter 'scope': more than \(Self.maximumCount) names") }
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAllowed) }) else {
            throw OAuthError(.invalidScope, "parameter 'scope': expected names of printable ASCII separated by single spaces")
        }
        self.init(parts.map { String(Substring($0)) })
    }

    /// Names separated by spaces.
    package var text: String { names.joined(separator: " ") }
    package var description: String { text }
    package var isEmpty: Bool { names.isEmpty }
    package func contains(_ name: String) -> Bool { names.contains(name) }
    package func filter(_ isIncluded: (String) -> Bool) -> ScopeNames { ScopeNames(names.filter(isIncluded)) }
    package func union(_ other: ScopeNames) -> ScopeNames { ScopeNames(names + other.names) }

    private static func isAllowed(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") }
}

/// The meaning of scope names on this server: which names exist, which include others, and which holders may have them.
package protocol ScopePolicy: Sendable {
    /// The names for the metadata documents, those of OpenID Connect first.
    var supported: [String] { get }
    /// The scopes of a request without a scope.
    var standard: ScopeNames { get }
    /// Whether a name exists, in any spelling.
    func isKnown(_ name: String) -> Bool
    /// Whether the held scopes include everything that a name includes.
    func covers(_ held: ScopeNames, _ name: String) -> Bool
    /// All scopes that a holder may have.
    func allowed(to holder: ScopeHolder) -> ScopeNames
}

extension ScopePolicy {
    /// Whether the held scopes include a name: by its meaning, or literally for names that clients define for their own resources.
    package func holds(_ held: ScopeNames, _ name: String) -> Bool { covers(held, name) || held.contains(name) }
}
