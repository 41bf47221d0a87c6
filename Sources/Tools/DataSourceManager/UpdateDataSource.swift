import Access
import Catalog
import JSON
import SQL
import Store

/// `data_sources_update`: changes address, password or cost limit of a data source in place.
struct UpdateDataSource: Tool {
    struct Input: ToolArguments {
        var dataSource = ""
        var url: String?
        var password: String?
        var maximumCost: Int?
        var changesSchema: Bool?
    }

    let sources: DataSources
    let catalog: Catalog

    let name = "data_sources_update"
    let access = ToolAccess(.dataSourceManager, scope: .one(.write(.source)), audience: .workspaceAdministrators, effect: .writes, secrets: .set)
    let isIdempotent = true
    let reachesOutside = true
    let title = "Change a data source"
    let description =
        "Changes address, password or cost limit in place; its rules stay. A new address is tried first."
    let arguments: [Argument<Input>] = [
        .sourceName(\.dataSource),
        .text("url", \.url, "As of data_sources_add."),
        .text("password", \.password, "Needed when the address changes."),
        .integer("maxCost", \.maximumCost, in: 0...DataSource.highestCost, "As of data_sources_add; 0 for no limit."),
        .flag("allowSchemaChanges", \.changesSchema, "As of data_sources_add."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let change = DataSourceChange(
            url: try input.url.map { try DatabaseURL(parsing: $0) }, password: input.password.map { DatabasePassword($0) },
            maximumCost: input.maximumCost.map(Int64.init), changesSchema: input.changesSchema)
        guard change.url != nil || change.password != nil || change.maximumCost != nil || change.changesSchema != nil else {
            throw Refusal(.invalidArgument, "url, password, maxCost, allowSchemaChanges: expected at least one to change")
        }
        let workspace = call.caller.workspace.id
        let source = try await sources.update(input.dataSource, in: workspace, change, trust: call.caller.sourceTrust, call.bounds)
        catalog.refresh(input.dataSource, in: workspace)
        let trial = await sources.trial(of: input.dataSource, in: workspace, call.bounds)
        return .object(changed: 1, objects: [input.dataSource]) { writer in
            writer.member("id", source.id?.rawValue ?? 0)
            writer.member("name", source.name)
            trial.write(to: &writer)
        }
    }
}

extension Argument {
    /// The data source that a management tool acts on.
    static func sourceName(_ path: Path<String>) -> Argument { text("dataSource", path, "Its name.").required.naming().formerly("name") }
}
