import Store

extension ToolDefinition {
    private static func runSQL(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            RunSQL(sources: domains.sources, statements: domains.statements, sqlGuard: domains.sqlGuard, secrets: domains.store.secrets))
    }

    /// Every tool, in the order in which clients see them.
    package static func all(_ domains: Domains) -> [ToolDefinition] {
        [crud(domains)] + collections(domains) + [runSQL(domains)] + dataSources(domains) + accessRules(domains) + members(domains)
            + objects(.role, domains) + objects(.permission, domains) + workspaces(domains) + objects(.user, domains)
            + objects(.organization, domains) + [whoami()] + apiKeys(domains) + objects(.application, domains)
            + objects(.provider, domains) + objects(.token, domains) + server(domains)
    }
}
