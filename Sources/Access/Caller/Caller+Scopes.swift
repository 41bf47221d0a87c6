extension Caller {
    /// The names of the granted scopes in the credential's spelling; for a credential that was narrowed since, the remaining ones.
    package var grantedScopes: [String] {
        guard let grantedScopeText else { return scopes.names }
        return grantedScopeText.split(separator: " ").map(String.init).flatMap { name -> [String] in
            guard let set = ScopeSet(named: name), !set.isSubset(of: scopes) else { return [name] }
            return set.intersection(scopes).names
        }
    }

    /// A scope in the word order of the credential's own scopes: `read:record`, or `record:read` where they are written so.
    package func spelling(of scope: Scope) -> String {
        let words = scope.name.split(separator: ":")
        guard words.count == 2, words[0] == "read" || words[0] == "write" else { return scope.name }
        let ends = grantedScopes.filter { $0.hasSuffix(":read") || $0.hasSuffix(":write") }
        return ends.isEmpty ? scope.name : "\(words[1]):\(words[0])"
    }
}
