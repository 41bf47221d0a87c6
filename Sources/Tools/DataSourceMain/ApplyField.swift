import Access
import Catalog
import JSON

/// `fields_apply`: creates a field or relation of a collection, or changes one.
struct ApplyField: SchemaTool {
    struct Input: SchemaToolInput {
        var collection = ""
        /// The whole definition of the field.
        var field: JSONObject = [:]
        var options = SchemaOptions()
    }

    let domains: Domains

    let name = "fields_apply"
    let isIdempotent = true
    let title = "Make or change a field"
    let description = """
        Makes a field or relation of a collection that is there, or changes it into what is given; what is left out stays. Types and members as \
        of collections_apply. Look at the SQL first with dry_run.
        """
    let arguments: [Argument<Input>] = [
        .text("collectionName", \.collection, "The collection's name.").required.naming(in: "dataSource"),
        .schemaSource,
        .member("name", Property.string("The field's name.")).required,
        .member("type", Property.string("Its type, or a relation's.")),
        .member("interface", Property.string("How it is shown: input, select, m2o, …; gives the type when type is absent.")),
        .member("title", Property.string("A name for people.")), .member("description", Property.string("What it holds.")),
        .member("allowNull", Property.bool("false: a value is required.")), .member("unique", Property.bool("No two rows have the same value.")),
        .member("index", Property.bool("Makes filters on it quick.")),
        .member(
            "defaultValue",
            [
                "type": ["string", "number", "boolean", "object", "array"], "items": [:],
                "description": "The value of a row that gives none.",
            ]),
        .member(
            "enum", ["type": "array", "items": ["type": ["string", "number", "object"]], "description": "The values: \"paid\", or {value, label}."]),
        .member("validation", Property.object("{\"rules\":[{\"name\":\"max\",\"args\":{\"limit\":20}}]}.")),
        .member("length", Property.int("Characters of a string.", 1...16_000)),
        .member("precision", Property.int("Digits of a decimal.", 1...38)), .member("scale", Property.int("Digits after the point.", 0...30)),
        .member("patterns", ["type": "array", "items": ["type": "object"], "description": "Of a sequence."]),
        .member("target", Property.string("The related collection.")), .member("foreignKey", Property.string("The field that holds the key.")),
        .member("otherKey", Property.string("The other key of the join table.")), .member("through", Property.string("The join table.")),
        .member("sourceKey", Property.string("The field that is referred to here; id when absent.")),
        .member("targetKey", Property.string("The field that is referred to there; id when absent.")),
        .member("onDelete", Property.string("CASCADE, SET NULL, RESTRICT or NO ACTION.")),
        .dryRun, .confirm,
    ]

    func mayDestroy(_ arguments: JSONObject) -> Bool { arguments.confirmsLoss }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let contents = try await domains.catalog.contents(of: input.options.source, in: call.caller.workspace.id, call.bounds)
        guard contents[input.collection] != nil else {
            throw Refusal(
                .notFound,
                "collection '\(input.collection.prefix(60))' not found in data source '\(input.options.source)'; collections_list names yours")
        }
        let order = CollectionOrder(name: input.collection, source: input.options.source, fields: [.object(input.field)])
        let done = try await apply(order, input, call)
        return SchemaChange(domains: domains, call: call, source: input.options.source).outcome(
            done, about: input.collection, field: input.field["name"]?.string)
    }
}

extension Argument<ApplyField.Input> {
    /// A member of the field's object.
    fileprivate static func member(_ name: String, _ schema: JSONValue) -> Argument {
        Argument(name, schema: schema) { value, input in input.field[name] = value }
    }
}
