import Access
import Catalog
import JSON
import Store

/// `collections_list`: the tables and views that the caller may use.
struct ListCollections: Tool {
    struct Input: ToolArguments {
        var dataSource = DataSource.mainName
        var search: String?
        var page = 1
        var size = 100
    }

    let catalog: Catalog
    let rules: RuleStore

    let name = "collections_list"
    let package = PackageName.dataSourceMain
    let scope = ToolScope.one(.read(.collection))
    let audience = ToolPermit.Audience.members
    let effect = ToolEffect.reads
    let showsSecret = false
    let setsSecret = false
    let title = "List collections"
    let description = "Lists the collections (tables and views) of a data source that you may use, with what you may do with each."
    let aliases: [String: JSONObject] = ["collections_list_meta": [:]]
    let arguments: [Argument<Input>] = [
        .dataSource(\.dataSource),
        .text("search", \.search, "Only collections whose name contains this text."),
        .integer("page", \.page, in: 1...1_000_000, "Counts from 1."),
        .integer("pageSize", \.size, in: 1...500, "Collections of a page; 100 when absent."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let contents = try await catalog.contents(of: input.dataSource, in: call.caller.workspace.id, call.bounds)
        let rights = try await rules.rights(of: call.caller, in: contents)
        let search = input.search?.lowercased()
        let visible = contents.collections.map { rights.on($0) }.filter { own in
            !own.isEmpty && (search.map { own.collection.name.lowercased().contains($0) } ?? true)
        }
        let (page, size) = (input.page, input.size)
        let shown = visible.dropFirst((page - 1).multipliedReportingOverflow(by: size).partialValue).prefix(size)
        return .object(rows: shown.count, objects: [input.dataSource]) { writer in
            writer.member("data", Array(shown)) { writer, own in own.writeSummary(to: &writer) }
            writer.key("meta")
            writer.object { writer in
                writer.member("count", Int64(visible.count))
                writer.member("page", Int64(page))
                writer.member("pageSize", Int64(size))
                writer.member("totalPage", Int64((visible.count + size - 1) / size))
            }
        }
    }
}
