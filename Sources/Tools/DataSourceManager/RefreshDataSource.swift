import Access
import Catalog
import JSON

/// `data_sources_refresh`: reads the tables of a database again.
struct RefreshDataSource: Tool {
    struct Input: ToolArguments {
        var name = ""
    }

    let domains: Domains

    let name = "data_sources_refresh"
    let package = PackageName.dataSourceManager
    let scope = ToolScope.one(.write(.source))
    let audience = ToolPermit.Audience.workspaceAdministrators
    let effect = ToolEffect.writes
    let showsSecret = false
    let setsSecret = false
    let isIdempotent = true
    let title = "Refresh a data source"
    let description = "Reads the tables of a database anew, after they were changed outside."
    let arguments: [Argument<Input>] = [.sourceName(\.name)]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        try await domains.sources.refresh(input.name, in: workspace)
        domains.catalog.refresh(input.name, in: workspace)
        try await PermissionCompiler.recompile(domains, on: input.name, call)
        return .object(changed: 0, objects: [input.name]) { writer in writer.member("name", input.name) }
    }
}
