import Access
import Catalog
import Identity
import JSON
import SQLSyntax
import Store

/// `collections_list`: the tables and views that the caller may use.
struct ListCollections: Tool {
    struct Input: ToolArguments {
        var dataSource = DataSource.mainName
        var search: String?
        var page = PageArguments()
    }

    /// Default number of collections on a page.
    private static let usualCount = 100

    let catalog: Catalog
    let rules: RuleStore
    let secrets: SecretBox

    let name = "collections_list"
    let access = ToolAccess(.dataSourceMain, scope: .one(.read(.collection)), audience: .members, effect: .reads, secrets: .none)
    let title = "List collections"
    let description = "Lists the collections (tables and views) that you may use, and how."
    let aliases: [String: JSONObject] = ["collections_list_meta": [:]]
    let arguments: [Argument<Input>] = [
        .dataSource(\.dataSource),
        .text("search", \.search, "A part of the name."),
        .integer(
            "page", \.page.number, in: 1...1_000_000, "From 1; or use cursor."
        ),
        .integer("pageSize", \.page.size, in: 1...500, "Per page; 100 when absent."), .cursor(\.page),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let contents = try await catalog.contents(of: input.dataSource, in: call.caller.workspace.id, call.bounds)
        let rights = try await rules.rights(of: call.caller, in: contents)
        let search = input.search?.lowercased()
        let visible = contents.collections.map { rights.on($0) }.filter { own in
            !own.isEmpty && (search.map { own.collection.name.lowercased().contains($0) } ?? true)
        }
        let request = try PageRequest(name, input.page, call, secrets, usual: Self.usualCount)
        let page = try ToolPage(try request.part(of: visible) { .text($0.collection.name) }, of: request) { own in
            JSONFragment { writer in writer.object { own.writeSummary(to: &$0) } }
        }
        let last = try request.listPosition()?.keys.first
        let number = last.map { last in visible.prefix { .text($0.collection.name) <= last }.count / request.count + 1 } ?? request.number ?? 1
        return .object(rows: page.count, objects: [input.dataSource]) { writer in
            page.write(to: &writer)
            writer.member("dialect", contents.dialect.rawValue)
            writer.object("meta") { writer in
                writer.member("count", visible.count)
                writer.member("page", number)
                writer.member("pageSize", request.count)
                writer.member("totalPage", Int64((visible.count + request.count - 1) / request.count))
            }
        }
    }
}
