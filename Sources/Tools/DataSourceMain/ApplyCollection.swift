import Catalog
import JSON

/// `collections_apply`: creates a collection, or changes one to match the arguments.
struct ApplyCollection: SchemaTool {
    struct Input: SchemaToolInput {
        var name = ""
        var title: String?
        var description: String?
        var fields: [JSONValue] = []
        var autoGenID: Bool?
        var timestamps: Bool?
        var createdBy: Bool?
        var updatedBy: Bool?
        var softDelete: Bool?
        var history: Bool?
        var options = SchemaOptions()
    }

    let domains: Domains

    let name = "collections_apply"
    let isIdempotent = true
    let title = "Make or change a collection"
    let description = """
        Makes a collection (a table), or changes it into what is given; what is left out stays, and a second call changes nothing. A new one gets id, \
        createdAt, updatedAt, createdById, updatedById. fields: {"name":"total","type":"decimal","precision":12,"scale":2}; types \
        string text integer bigInt double decimal boolean json array datetimeTz datetimeNoTz dateOnly time unixTimestamp uuid nanoid sequence sort \
        password attachment blob; members title description allowNull unique index defaultValue enum validation length. Relations: \
        {"name":"customer","type":"belongsTo","target":"customers"}, hasOne, hasMany (foreignKey in the target), belongsToMany (through, foreignKey, \
        otherKey). Targets must be there. Look at the SQL first with dry_run.
        """
    let arguments: [Argument<Input>] = [
        .text("name", \.name, "A letter, then letters, digits or _, at most 48.").required.naming(in: "dataSource"),
        .schemaSource,
        .text("title", \.title, "A name for people; empty clears it."),
        .text("description", \.description, "What its rows are, for people and models."),
        .objects("fields", \.fields, "Fields and relations to make or change."),
        .flag("autoGenId", \.autoGenID, "false: no field id; one of fields has primaryKey true then."),
        .flag("timestamps", \.timestamps, "Fields createdAt and updatedAt."),
        .flag("createdBy", \.createdBy, "A field createdById."), .flag("updatedBy", \.updatedBy, "A field updatedById."),
        .flag("softDelete", \.softDelete, "true: deleted rows stay in the table with deletedAt, and are seen by nobody."),
        .flag("history", \.history, "true: keeps who changed which row, when, and how it was before; crud reads it by action history."),
        .dryRun, .confirm,
    ]

    func mayDestroy(_ arguments: JSONObject) -> Bool { arguments.confirmsLoss }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        var order = CollectionOrder(name: input.name, source: input.options.source, fields: input.fields)
        (order.title, order.description) = (input.title, input.description)
        (order.autoGenID, order.timestamps, order.createdBy, order.updatedBy) = (
            input.autoGenID, input.timestamps, input.createdBy, input.updatedBy
        )
        (order.softDelete, order.history) = (input.softDelete, input.history)
        let done = try await apply(order, input, call)
        return SchemaChange(domains: domains, call: call, source: input.options.source).outcome(done, about: input.name)
    }
}
