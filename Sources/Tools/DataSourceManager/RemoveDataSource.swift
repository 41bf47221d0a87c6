import Access
import JSON

/// `data_sources_remove`: detaches a database and suspends its rules.
struct RemoveDataSource: Tool {
    struct Input: ToolArguments {
        var name = ""
    }

    let domains: Domains

    let name = "data_sources_remove"
    let package = PackageName.dataSourceManager
    let scope = ToolScope.one(.write(.source))
    let audience = ToolPermit.Audience.workspaceAdministrators
    let effect = ToolEffect.writes
    let showsSecret = false
    let setsSecret = false
    let destroys = true
    let title = "Remove a data source"
    let description =
        "Detaches a database from this workspace and suspends its rules. The database is left as it is. To change address or password use data_sources_update."
    let arguments: [Argument<Input>] = [.sourceName(\.name)]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        try await domains.removeSource(input.name, in: call.caller.workspace.id)
        return .object(changed: 1, objects: [input.name]) { writer in writer.member("name", input.name) }
    }
}
