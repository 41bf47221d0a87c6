import Access
import JSON

/// `data_sources_remove`: detaches a database and suspends its rules.
struct RemoveDataSource: Tool {
    struct Input: ToolArguments {
        var dataSource = ""
    }

    let domains: Domains

    let name = "data_sources_remove"
    let access = ToolAccess(.dataSourceManager, scope: .one(.write(.source)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let destroys = true
    let title = "Remove a data source"
    let description =
        "Detaches a database and suspends its rules; it stays as it is. To change address or password use data_sources_update."
    let arguments: [Argument<Input>] = [.sourceName(\.dataSource)]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        try await domains.removeSource(input.dataSource, in: call.caller.workspace.id)
        return .object(changed: 1, objects: [input.dataSource]) { writer in writer.member("name", input.dataSource) }
    }
}
