import Access
import Catalog
import Identity
import JSON
import SQL
import Store

/// `data_sources_tables`: tables and views that the caller may read.
struct ListTables: Tool {
    struct Input: ToolArguments {
        var dataSource = DataSource.mainName
        var page = PageArguments()
    }

    let catalog: Catalog
    let rules: RuleStore
    let secrets: SecretBox

    let name = "data_sources_tables"
    let access = ToolAccess(.dataSourceManager, scope: .one(.read(.source)), audience: .members, effect: .reads, secrets: .none)
    let title = "List tables"
    let description = "Lists the tables and views of a data source that you may read."
    let arguments: [Argument<Input>] = [Argument.dataSource(\.dataSource).formerly("name")] + Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, secrets)
        let contents = try await catalog.contents(of: input.dataSource, in: call.caller.workspace.id, call.bounds)
        let rights = try await rules.rights(of: call.caller, in: contents)
        let tables = contents.collections.map { rights.on($0) }.filter { $0.allows(.view) }
        let page = try ToolPage(try request.part(of: tables) { .text($0.collection.name) }, of: request) { own in
            JSONFragment { writer in writer.object { Self.write(own, to: &$0) } }
        }
        return .page(page, objects: [input.dataSource])
    }

    private static func write(_ own: CollectionRights, to writer: inout JSONWriter) {
        writer.member("name", own.collection.name)
        writer.member("kind", own.collection.kind.rawValue)
        writer.member("description", own.collection.comment)
        writer.member("estimatedRows", own.estimatedRows)
    }
}
