package import Access

extension ScopeSet {
    /// The most scopes that a person's credentials can have: for an administrator all scopes; for other people data, reading of identities,
    /// their own keys, and the members of workspaces, which only an administrator of the workspace can change.
    package static func allowed(administrator: Bool) -> ScopeSet { administrator ? .all : person }

    private static let person = ScopeSet.mcp.union(ScopeSet([.write(.token), .write(.role)]))
}
