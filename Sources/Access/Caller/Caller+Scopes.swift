extension Caller {
    /// The names of the granted scopes as the credential has them.
    package var grantedScopes: [String] { grantedScopeText.map { $0.split(separator: " ").map(String.init) } ?? scopes.names }

    /// A scope in the order of words that the credential's own scopes have: `read:record`, or `record:read` where they are written so.
    package func spelling(of scope: Scope) -> String {
        let words = scope.name.split(separator: ":")
        guard words.count == 2, words[0] == "read" || words[0] == "write" else { return scope.name }
        let ends = grantedScopes.filter { $0.hasSuffix(":read") || $0.hasSuffix(":write") }
        return ends.isEmpty ? scope.name : "\(words[1]):\(words[0])"
    }
}
