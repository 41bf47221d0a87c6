import Access
package import OAuth

/// The scopes of this server, for the rules of the authorization server.
package struct ScopeRegistry: ScopePolicy {
    package init() {}

    package var supported: [String] { Scope.openIDNames + Scope.umbrellaNames + Scope.all.map(\.name) }

    package var standard: ScopeNames { ScopeNames(["mcp"]) }

    package func isKnown(_ name: String) -> Bool { ScopeSet(named: name) != nil }

    package func covers(_ held: ScopeNames, _ name: String) -> Bool {
        // These names include only themselves.
        if Scope.openIDNames.contains(name) { return held.contains(name) }
        guard let wanted = ScopeSet(named: name) else { return false }
        return wanted.isSubset(of: ScopeSet(held))
    }

    package func allowed(to holder: ScopeHolder) -> ScopeNames {
        switch holder {
        case .person(let isAdministrator): ScopeNames(Scope.openIDNames + ScopeSet.allowed(administrator: isAdministrator).names)
        case .application(let registered): registered.union(ScopeNames(Scope.openIDNames))
        }
    }
}

extension ScopeSet {
    /// All scopes that the names include; names that this release does not know include none.
    init(_ names: ScopeNames) { self = names.names.reduce(.none) { $0.union(ScopeSet(named: $1) ?? .none) } }
}
