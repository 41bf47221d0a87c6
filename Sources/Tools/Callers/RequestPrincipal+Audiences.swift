import Access
package import Store

extension RequestPrincipal {
    /// One for each topic that what the principal lists and reads depends on.
    package var audiences: Set<String> {
        let workspace = caller.workspace.id
        return Set((caller.topics + [.rules(of: workspace), .sources(of: workspace)]).map(\.audience))
    }
}

extension ChangeTopic {
    /// Whom notifications of a change of it are for.
    package var audience: String { String(number) }
}
