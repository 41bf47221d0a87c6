import Access
import Catalog
import JSON
import SQLSyntax

/// `collections_get`: fields, key and relations of one collection.
struct GetCollection: Tool {
    struct Input: ToolArguments {
        var name = ""
        var dataSource = DataSource.mainName
        /// Ignored: fields and relations are always in the result.
        var appends: [String] = []
    }

    let catalog: Catalog
    let rules: RuleStore

    let name = "collections_get"
    let access = ToolAccess(.dataSourceMain, scope: .one(.read(.collection)), audience: .members, effect: .reads, secrets: .none)
    let title = "Describe a collection"
    let description = "Describes a collection: fields, key, checks, relations, and what you may do."
    let arguments: [Argument<Input>] = [
        .text("filterByTk", \.name, "The collection's name.").required.naming(in: "dataSource"),
        .text("dataSource", \.dataSource, "main when absent."),
        .texts("appends", \.appends, "Not needed."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let (source, name) = (input.dataSource, input.name)
        let contents = try await catalog.contents(of: source, in: call.caller.workspace.id, call.bounds)
        let rights = try await rules.rights(of: call.caller, in: contents)
        let own = try rights.collection(name)
        let relations = own.collection.relations.filter { relation in
            let join = relation.through.flatMap { contents[$0.collection] }.map { rights.on($0) }
            return contents[relation.target].map { own.leads(relation, to: rights.on($0), through: join) } ?? false
        }
        return .object(rows: 1, objects: ["\(source)/\(name)"]) { writer in
            writer.object("data") { writer in own.writeDescription(to: &writer, relations) }
            writer.member("dialect", contents.dialect.rawValue)
        }
    }
}
