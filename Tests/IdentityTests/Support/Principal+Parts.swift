import Identity

extension Principal {
    /// What a key was made with.
    var keyLimits: KeyLimits { KeyLimits(workspace: workspace, role: role, scopes: Set(scopeNames), expires: expires) }

    /// The name of an access token; nil for other credentials.
    var tokenName: String? {
        guard case .accessToken(_, let name) = credential else { return nil }
        return name
    }
}
