import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// `data_sources_describe`: the columns of one table, with their names for `run_sql`.
struct DescribeTable: Tool {
    struct Input: ToolArguments {
        var dataSource = DataSource.mainName
        var table = ""
    }

    let catalog: Catalog
    let rules: RuleStore

    let name = "data_sources_describe"
    let access = ToolAccess(.dataSourceManager, scope: .one(.read(.source)), audience: .members, effect: .reads, secrets: .none)
    let title = "Describe a table"
    let description = "Describes the columns of one table of a data source, as run_sql names them."
    let arguments: [Argument<Input>] = [
        .text("dataSource", \.dataSource, "main when absent.").formerly("name"),
        .text("table", \.table, "The table's name.").required.naming(in: "dataSource"),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let contents = try await catalog.contents(of: input.dataSource, in: call.caller.workspace.id, call.bounds)
        let rights = try await rules.rights(of: call.caller, in: contents)
        let own = try rights.collection(input.table, as: "table", listedBy: "data_sources_tables") { $0.allows(.view) }
        let collection = own.collection
        let readable = Set(own.readable)
        return .object(rows: 1, objects: ["\(input.dataSource)/\(input.table)"]) { writer in
            writer.member("name", collection.name)
            writer.member("dialect", contents.dialect.rawValue)
            writer.member("primaryKey", collection.primaryKey.filter(readable.contains))
            writer.member("columns", collection.fields.filter { readable.contains($0.name) }) { writer, field in
                writer.member("name", field.name)
                writer.member("type", field.declaredType)
                writer.member("nullable", field.isNullable)
                writer.given("description", field.comment)
            }
        }
    }
}
