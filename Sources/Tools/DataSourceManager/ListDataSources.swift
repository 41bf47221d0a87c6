import Access
import Catalog
import Identity
import JSON
import SQL
import SQLSyntax
import Store

/// `data_sources_list`: the databases of the workspace.
struct ListDataSources: Tool {
    struct Input: ToolArguments {
        var page = PageArguments()
    }

    let sources: DataSources
    let secrets: SecretBox

    let name = "data_sources_list"
    let access = ToolAccess(.dataSourceManager, scope: .one(.read(.source)), audience: .members, effect: .reads, secrets: .none)
    let title = "List data sources"
    let description = "Lists the databases of this workspace."
    let aliases: [String: JSONObject] = ["data_sources_list_enabled": [:]]
    let arguments: [Argument<Input>] = Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, secrets)
        // `main` comes first.
        let key: @Sendable (DataSource) -> String = { $0.name == DataSource.mainName ? "" : $0.name }
        let sources = try await sources.list(in: call.caller.workspace.id).sorted { key($0) < key($1) }
        // Only administrators see hosts, logins and paths.
        let administers = call.caller.isOperator || call.caller.roles.contains(BuiltInRole.admin.rawValue)
        return try .page(try request.part(of: sources) { .text(key($0)) }, of: request) { writer, source in
            writer.member("key", source.name)
            writer.member("displayName", source.title)
            writer.member("type", source.url?.dialect.rawValue ?? "main")
            if administers { writer.member("url", source.url?.description) }
            writer.given("maxCost", source.maximumCost)
            if source.changesSchema { writer.member("allowSchemaChanges", true) }
            writer.member("createdAt", source.created)
        }
    }
}
