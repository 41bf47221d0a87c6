import Access
package import Store

extension RequestPrincipal {
    /// One audience for each topic on which the principal's lists and results depend.
    package var audiences: Set<String> {
        let workspace = caller.workspace.id
        return Set((caller.topics + [.rules(of: workspace), .sources(of: workspace)]).map(\.audience))
    }
}

extension ChangeTopic {
    /// The audience of notifications about a change of the topic.
    package var audience: String { String(number) }
}
