import Notation
import OAuth

/// A few scopes with the shape of the real ones: two spellings, umbrellas, names of OpenID Connect.
struct SmallPolicy: ScopePolicy {
    private static let rights: Set<String> = ["read:application", "write:application", "read:record", "write:record"]
    private static let plain: Set<String> = ["openid", "profile", "email", "offline_access"]
    private static let umbrellas: [String: Set<String>] = [
        "read": ["read:application", "read:record"], "write": ["write:application", "write:record"], "admin": rights,
        "mcp": ["read:application", "read:record", "write:record"],
    ]

    let supported = ["openid", "profile", "email", "read:application", "mcp"]
    let standard = ScopeNames(["mcp"])

    private func meaning(_ name: String) -> Set<String>? {
        if Self.plain.contains(name) || Self.rights.contains(name) { return [name] }
        if let set = Self.umbrellas[name] { return set }
        let words = name.split(separator: ":")
        guard words.count == 2, Self.rights.contains("\(words[1]):\(words[0])") else { return nil }
        return ["\(words[1]):\(words[0])"]
    }

    func isKnown(_ name: String) -> Bool { meaning(name) != nil }

    func covers(_ held: ScopeNames, _ name: String) -> Bool {
        guard let wanted = meaning(name) else { return false }
        return wanted.isSubset(of: held.names.reduce(into: Set()) { $0.formUnion(meaning($1) ?? []) })
    }

    func allowed(to holder: ScopeHolder) -> ScopeNames {
        switch holder {
        case .person(let isAdministrator): ScopeNames(Self.plain.sorted() + (isAdministrator ? ["admin"] : ["mcp"]))
        case .application(let scopes): scopes
        }
    }
}
