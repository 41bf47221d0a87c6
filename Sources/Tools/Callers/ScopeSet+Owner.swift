package import Access

extension ScopeSet {
    /// What a person's credentials may have at most: an administrator's everything, others' the data, reading of identity, their own keys,
    /// and the members of workspaces, which only an administrator of the workspace changes.
    package static func allowed(administrator: Bool) -> ScopeSet { administrator ? .all : person }

    private static let person = ScopeSet.mcp.union(ScopeSet([.write(.token), .write(.role)]))
}
