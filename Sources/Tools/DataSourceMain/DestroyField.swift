import Access
import Catalog
import JSON

/// `fields_destroy`: drops a field with its values, or a relation.
struct DestroyField: SchemaTool {
    struct Input: SchemaToolInput {
        var collection = ""
        var field = ""
        var source = DataSource.mainName
        var isDryRun = false
        var isConfirmed = false
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

    func mayDestroy(_ arguments: JSONObject) -> Bool { arguments["dry_run"]?.bool != true }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let change = SchemaChange(domains: domains, call: call, source: input.source)
        let done = try await domains.designer.destroy(
            field: input.field, of: input.collection, source: input.source, in: call.caller.workspace.id,
            consent(input, call, asks: true), call.bounds, permission: change.permission,
            follower: change.follower)
        return change.outcome(done, about: input.collection, field: input.field)
    }
}
