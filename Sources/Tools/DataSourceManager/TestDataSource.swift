import Access
import Catalog
import JSON

/// `data_sources_test`: connects, and reports rights of the login that it should not have.
struct TestDataSource: Tool {
    struct Input: ToolArguments {
        var dataSource = ""
    }

    let sources: DataSources
    let catalog: Catalog

    let name = "data_sources_test"
    let access = ToolAccess(.dataSourceManager, scope: .one(.read(.source)), audience: .workspaceAdministrators, effect: .reads, secrets: .none)
    let reachesOutside = true
    let title = "Test a data source"
    let description = "Connects, and says what the login can do that it should not."
    let arguments: [Argument<Input>] = [.sourceName(\.dataSource)]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        var trial = await sources.trial(of: input.dataSource, in: workspace, call.bounds)
        if trial.isUnknown { throw Refusal(.notFound, trial.reason ?? "") }
        if trial.reason == nil { trial.warnings += try await catalog.contents(of: input.dataSource, in: workspace, call.bounds).leftOut }
        return .object(objects: [input.dataSource]) { writer in
            writer.member("name", input.dataSource)
            trial.write(to: &writer)
        }
    }
}
