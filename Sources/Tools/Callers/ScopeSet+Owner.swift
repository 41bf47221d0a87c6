package import Access

extension ScopeSet {
    /// What a person's credentials may have at most: an administrator's everything, others' the data, reading of identity, and their own keys.
    package static func allowed(administrator: Bool) -> ScopeSet { administrator ? .all : person }

    private static let person = ScopeSet.mcp.union(ScopeSet([.write(.token)]))
}
