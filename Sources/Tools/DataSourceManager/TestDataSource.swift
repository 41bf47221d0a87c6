import Access
import Catalog
import JSON

/// `data_sources_test`: connects, and says what the login can do that it should not.
struct TestDataSource: Tool {
    struct Input: ToolArguments {
        var name = ""
    }

    let sources: DataSources
    let catalog: Catalog

    let name = "data_sources_test"
    let package = PackageName.dataSourceManager
    let scope = ToolScope.one(.read(.source))
    let audience = ToolPermit.Audience.workspaceAdministrators
    let effect = ToolEffect.reads
    let showsSecret = false
    let setsSecret = false
    let reachesOutside = true
    let title = "Test a data source"
    let description = "Connects to a database and says whether it answers, and what its login can do that it should not."
    let arguments: [Argument<Input>] = [.sourceName(\.name)]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        var trial = await sources.trial(of: input.name, in: workspace, call.bounds)
        if trial.isUnknown { throw Refusal(.notFound, trial.reason ?? "") }
        if trial.reason == nil { trial.warnings += try await catalog.contents(of: input.name, in: workspace, call.bounds).leftOut }
        return .object(objects: [input.name]) { writer in
            writer.member("name", input.name)
            trial.write(to: &writer)
        }
    }
}
