import Access
import Catalog
import JSON

/// `fields_destroy`: drops a field with its values, or a relation.
struct DestroyField: SchemaTool {
    struct Input: SchemaToolInput {
        var collection = ""
        var field = ""
        var options = SchemaOptions()
    }

    let domains: Domains

    let name = "fields_destroy"
    let title = "Drop a field"
    let description = "Drops a field with all its values, or a relation with the key or join table that was made for it. dry_run shows the SQL."
    let arguments: [Argument<Input>] = [
        .text("collectionName", \.collection, "The collection's name.").required.naming(in: "dataSource"),
        .text("filterByTk", \.field, "The field's or relation's name.").required,
        .schemaSource,
        .dryRun, .confirm,
    ]

    func mayDestroy(_ arguments: JSONObject) -> Bool { !arguments.isDryRun }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        try await destroy(input.collection, field: input.field, input, call)
    }
}
