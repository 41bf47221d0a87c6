import Access
import Catalog
import JSON
import Records
import SQL
import Store

extension ToolDefinition {
    /// `crud`: rows of any collection; also under the five names of the generic record tools.
    static func crud(_ domains: Domains) -> ToolDefinition {
        let names = Property.strings
        return ToolDefinition(
            "crud", in: .always, for: .members, choice: "action",
            [
                Choice(value: "list", scope: .read(.record), effect: .reads), Choice(value: "get", scope: .read(.record), effect: .reads),
                Choice(value: "create", scope: .write(.record), effect: .writes), Choice(value: "update", scope: .write(.record), effect: .writes),
                Choice(value: "destroy", scope: .write(.record), effect: .writes),
            ],
            title: "Read and write records",
            description: """
                Lists, gets, creates, updates and destroys rows of a collection. Look up names with collections_list and collections_get first. \
                update and destroy need filterByTk or filter. Filters: {"status":"paid"}, {"total":{"$gt":100}}, {"$or":[…]}, \
                {"customer.city":{"$includes":"Graz"}}; operators $eq $ne $gt $gte $lt $lte $in $notIn $between $includes $startsWith $endWith \
                $empty $notEmpty $isTruly $isFalsy.
                """,
            properties: [
                "resource": Property.string("The collection's name, for example orders."),
                "action": Property.choice([], "What to do."),
                "dataSource": Property.string("The data source's name; main when absent."),
                "filterByTk": ["description": "The row's primary key, or an array of keys. An object for a key of several fields."],
                "filter": Property.object("Which rows."),
                "fields": names("Only these fields, and relations to append."),
                "except": names("All but these fields."),
                "appends": names("Relations to give inside each row: customer, or customer.name."),
                "sort": names("Field names; - in front for descending."),
                "page": Property.int("Counts from 1.", 1...1_000_000_000),
                "pageSize": Property.int("Rows of a page; 20 when absent.", 1...1000),
                "paginate": Property.bool("false: rows without counting, as many as the limits allow."),
                "values": ["type": ["object", "array"], "description": "The row for create (or an array of rows); the changed fields for update."],
                "whitelist": names("Only these fields of values are written."),
                "blacklist": names("These fields of values are not written."),
            ],
            required: ["resource", "action"],
            aliases: Dictionary(
                uniqueKeysWithValues: ["list", "get", "create", "update", "destroy"].map { ("resource_\($0)", ["action": .string($0)]) })
        ) { grant, input, context in
            let call = try await domains.recordCall(grant, input, context)
            let answer = try await domains.records.perform(input, call)
            let object = "\(call.rights.collection.source)/\(call.rights.collection.name)"
            return ToolOutcome(answer.json, rows: answer.rows, changed: answer.changed, objects: [object])
        }
    }
}

extension Domains {
    /// The collection that a call names, with the caller's rights on it. What the caller may not see does not exist.
    fileprivate func recordCall(_ grant: Grant, _ input: ToolInput, _ context: ToolContext) async throws -> RecordCall {
        let workspace = grant.caller.workspace.id
        let source = input.string("dataSource") ?? DataSource.mainName
        let contents = try await catalog.contents(of: source, in: workspace, context.bounds)
        let rights = try await rules.rights(of: grant.caller)
        let name = try input.required("resource")
        guard let collection = contents[name], case let own = rights.on(collection), !own.actions.isEmpty else {
            throw Refusal(.notFound, "collection '\(name.prefix(60))' not found in data source '\(source)'; collections_list names yours")
        }
        let database: any Database
        if case .state = collection.origin { database = store.database } else { database = try await sources.open(source, in: workspace).database }
        return RecordCall(
            grant: grant, rights: own, database: database, bounds: context.bounds, catalog: { contents[$0] }, rightsOn: { rights.on($0) })
    }
}

extension Records {
    fileprivate func perform(_ input: ToolInput, _ call: RecordCall) async throws -> RecordAnswer {
        switch try input.required("action") {
        case "list":
            var request = ListRequest()
            request.filter = input["filter"]
            request.fields = input.strings("fields") ?? []
            request.except = input.strings("except") ?? []
            request.appends = input.strings("appends") ?? []
            request.sort = input.strings("sort") ?? []
            request.page = input.int("page") ?? 1
            request.pageSize = input.int("pageSize") ?? 20
            request.paginate = input.bool("paginate") ?? true
            return try await list(request, call)
        case "get":
            var request = GetRequest(key: try input.needed("filterByTk", "the row's primary key"))
            request.fields = input.strings("fields") ?? []
            request.except = input.strings("except") ?? []
            request.appends = input.strings("appends") ?? []
            return try await get(request, call)
        case "create":
            var request = CreateRequest(values: try input.needed("values", "an object of fields"))
            request.whitelist = input.strings("whitelist") ?? []
            request.blacklist = input.strings("blacklist") ?? []
            return try await create(request, call)
        case "update":
            var request = UpdateRequest(
                key: input["filterByTk"], filter: input["filter"], values: try input.needed("values", "an object of fields to change"))
            request.whitelist = input.strings("whitelist") ?? []
            request.blacklist = input.strings("blacklist") ?? []
            return try await update(request, call)
        case "destroy":
            return try await destroy(DestroyRequest(key: input["filterByTk"], filter: input["filter"]), call)
        default:
            throw Refusal(.invalidArgument, "argument 'action': expected one of list, get, create, update, destroy")
        }
    }
}

extension ToolInput {
    /// An argument that the chosen action needs.
    fileprivate func needed(_ name: String, _ expected: String) throws(Refusal) -> JSONValue {
        guard let value = self[name] else { throw Refusal(.invalidArgument, "argument '\(name)': missing (expected \(expected))") }
        return value
    }
}
