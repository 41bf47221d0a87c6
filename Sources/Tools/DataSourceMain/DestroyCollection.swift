import Access
import Catalog
import JSON

/// `collections_destroy`: drops a collection with its rows.
struct DestroyCollection: SchemaTool {
    struct Input: SchemaToolInput {
        var name = ""
        var options = SchemaOptions()
    }

    let domains: Domains

    let name = "collections_destroy"
    let title = "Drop a collection"
    let description =
        "Drops a collection with all its rows and suspends its rules. Refused while a relation of another collection leads to it. dry_run shows the SQL."
    let arguments: [Argument<Input>] = [
        .text("filterByTk", \.name, "The collection's name.").required.naming(in: "dataSource"),
        .schemaSource,
        .dryRun, .confirm,
    ]

    func mayDestroy(_ arguments: JSONObject) -> Bool { !arguments.isDryRun }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        try await destroy(input.name, input, call)
    }
}
