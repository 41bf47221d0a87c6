import Access
import Catalog
import JSON

/// `data_sources_refresh`: reads the tables of a database again.
struct RefreshDataSource: Tool {
    struct Input: ToolArguments {
        var dataSource = ""
    }

    let domains: Domains

    let name = "data_sources_refresh"
    let access = ToolAccess(.dataSourceManager, scope: .one(.write(.source)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let isIdempotent = true
    let title = "Refresh a data source"
    let description = "Reads the tables of a database anew, after they were changed outside."
    let arguments: [Argument<Input>] = [.sourceName(\.dataSource)]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        try await domains.sources.refresh(input.dataSource, in: workspace)
        domains.catalog.refresh(input.dataSource, in: workspace)
        try await PermissionCompiler.recompile(domains, on: input.dataSource, call)
        return .object(changed: 0, objects: [input.dataSource]) { writer in writer.member("name", input.dataSource) }
    }
}
