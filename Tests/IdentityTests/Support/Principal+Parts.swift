import Identity

extension Principal {
    /// The parameters with which a key was created.
    var keyLimits: KeyLimits { KeyLimits(workspace: workspace, role: role, scopes: Set(scopeNames), expires: expires) }

    /// The name of an access token; nil for other credentials.
    var tokenName: String? {
        guard case .accessToken(_, let name) = credential else { return nil }
        return name
    }
}
