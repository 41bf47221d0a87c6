import OAuth

/// A few scopes as the tests of this target need them: two to read, two to write, `mcp` for all but those of applications.
struct FixturePolicy: ScopePolicy {
    static let parts: [String: Set<String>] = [
        "read:record": ["read:record"], "write:record": ["write:record"], "read:application": ["read:application"],
        "application:read": ["read:application"], "write:application": ["write:application"], "read:token": ["read:token"],
        "write:token": ["write:token"], "run:sql": ["run:sql"], "mcp": ["read:record", "write:record", "read:application", "run:sql"],
    ]
    static let openID = ["openid", "profile", "email", "offline_access"]

    var supported: [String] { Self.openID + Self.parts.keys.sorted() }
    var standard: ScopeNames { ScopeNames(["mcp"]) }

    func isKnown(_ name: String) -> Bool { Self.parts[name] != nil || Self.openID.contains(name) }

    func covers(_ held: ScopeNames, _ name: String) -> Bool {
        if Self.openID.contains(name) { return held.contains(name) }
        guard let wanted = Self.parts[name] else { return false }
        return wanted.isSubset(of: held.names.reduce(into: []) { $0.formUnion(Self.parts[$1] ?? []) })
    }

    func allowed(to holder: ScopeHolder) -> ScopeNames {
        switch holder {
        case .person(let isAdministrator):
            ScopeNames(Self.openID + ["mcp", "read:token", "write:token"] + (isAdministrator ? ["write:application"] : []))
        case .application(let registered): registered.union(ScopeNames(Self.openID))
        }
    }
}
