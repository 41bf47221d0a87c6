extension ToolDefinition {
    /// Every tool, in the order in which clients see them.
    package static func all(_ domains: Domains) -> [ToolDefinition] {
        [crud(domains)] + collections(domains) + [runSQL(domains)] + dataSources(domains) + accessRules(domains) + members(domains)
            + workspaces(domains) + [whoami()] + apiKeys(domains) + server(domains)
    }
}
