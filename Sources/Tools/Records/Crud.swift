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
        func objects(_ description: String) -> JSONValue { ["type": "array", "items": ["type": "object"], "description": .string(description)] }
        return ToolDefinition(
            "crud", in: .always, for: .members, choice: "action",
            [
                Choice(value: "list", scope: .read(.record), effect: .reads), Choice(value: "get", scope: .read(.record), effect: .reads),
                Choice(value: "query", scope: .read(.record), effect: .reads),
                Choice(value: "create", scope: .write(.record), effect: .writes), Choice(value: "update", scope: .write(.record), effect: .writes),
                Choice(value: "destroy", scope: .write(.record), effect: .writes),
            ],
            title: "Read and write records",
            description: """
                Lists, gets, creates, updates and destroys rows of a collection, and queries figures of them. Look up names with collections_list and collections_get first. \
                update and destroy need filterByTk or filter. Filters: {"status":"paid"}, {"total":{"$gt":100}}, {"$or":[…]}, \
                {"customer.city":{"$includes":"Graz"}}; operators $eq $ne $gt $gte $lt $lte $in $notIn $between $includes $startsWith $endWith \
                $empty $notEmpty $isTruly $isFalsy $dateOn $dateBefore $dateAfter. What is cut is said in meta; nextCursor continues.
                """,
            properties: [
                "resource": Property.string("The collection's name, for example orders; with sourceId a relation of it: orders.lines."),
                "action": Property.choice([], "What to do."),
                "dataSource": Property.string("The data source's name; main when absent."),
                "sourceId": Property.either(
                    "The primary key of the row whose related rows are meant.", ["integer", "string", "object"].map { ["type": .string($0)] }),
                "filterByTk": Property.either(
                    "The row's primary key, or an array of keys. An object for a key of several fields.",
                    ["integer", "string", "object"].map { ["type": .string($0)] }
                        + [["type": "array", "items": ["type": ["integer", "string", "object"]]]]),
                "filter": Property.object("Which rows."),
                "fields": names("Only these fields, and relations to append."),
                "except": names("All but these fields."),
                "appends": names("Relations to give inside each row: customer, or customer.name."),
                "sort": names("Field names; - in front for descending."),
                "page": Property.int("Counts from 1.", 1...1_000_000_000),
                "pageSize": Property.int("Rows of a page; 20 when absent.", 1...1000),
                "cursor": Property.string("meta.nextCursor of the answer before, in place of page."),
                "paginate": Property.bool("false: rows without counting, as many as the limits allow."),
                "values": Property.either(
                    "The row for create (or an array of rows); the changed fields for update.",
                    [["type": "object"], ["type": "array", "items": ["type": "object"]]]),
                "measures": objects(
                    "Figures for query: {\"field\":\"total\",\"aggregation\":\"sum\",\"alias\":\"revenue\"}; sum count avg min max, distinct."),
                "dimensions": objects("What query groups by: {\"field\":\"customer.city\",\"alias\":\"city\"}."),
                "orders": objects("The order of groups: {\"alias\":\"revenue\",\"order\":\"desc\"}."),
                "having": Property.object("Which groups: a filter on aliases."),
                "limit": Property.int("Groups at most; 1,000 when absent.", 1...1000),
                "offset": Property.int("Groups to leave out before the first.", 0...1_000_000_000),
                "ifMatch": Property.object("For update and destroy of one row: fields as you read them. If it has others by now nothing changes."),
                "whitelist": names("Only these fields of values are written."),
                "blacklist": names("These fields of values are not written."),
            ],
            required: ["resource", "action"],
            aliases: Dictionary(
                uniqueKeysWithValues: ["list", "get", "query", "create", "update", "destroy"].map { ("resource_\($0)", ["action": .string($0)]) }),
            unserved: [
                "forceUpdate": "every update needs filterByTk or filter",
                "updateAssociationValues": "change related rows by a call of their own, with resource COLLECTION.RELATION and sourceId",
            ], habits: ["forceUpdate": false, "updateAssociationValues": [], "sourceId": .null], length: .mayBeLong
        ) { grant, input, context in
            try input.checkUse(by: try input.required("action"))
            let (call, association) = try await domains.recordCall(grant, input, context)
            let answer = try await domains.records.perform(input, call, association, domains.store.secrets)
            let collection = call.rights.collection
            return ToolOutcome(answer.json, rows: answer.rows, changed: answer.changed, objects: [collection.source + "/" + collection.name])
        }
    }
}

extension Domains {
    /// The collection that a call names, with the caller's rights on it. What the caller may not see does not exist.
    /// - Returns: with `sourceId` also which of the rows are meant.
    fileprivate func recordCall(
        _ grant: Grant, _ input: ToolInput, _ context: ToolContext
    ) async throws -> (call: RecordCall, association: Association?) {
        let workspace = grant.caller.workspace.id
        let source = input.string("dataSource") ?? DataSource.mainName
        let open = try await sources.open(source, in: workspace)
        let contents = try await catalog.contents(of: open, in: workspace, context.bounds)
        let rights = try await rules.rights(of: grant.caller, in: contents)
        let resource = try input.required("resource")
        let path = contents[resource] == nil ? try input.association(resource) : nil
        guard path != nil || input["sourceId"] == nil else {
            throw Refusal(.invalidArgument, "argument 'sourceId': needs a resource with a relation, such as \(resource.prefix(60)).RELATION")
        }
        let name = path?.collection ?? resource
        let found = contents[name].map { rights.on($0) }
        if let closing = found?.closing { throw closing }
        guard let own = found, case let collection = own.collection, !own.isEmpty else {
            let hint = name.contains(".") && path == nil ? "; for rows of a relation give sourceId" : ""
            throw Refusal(.notFound, "collection '\(name.prefix(60))' not found in data source '\(source)'; collections_list names yours\(hint)")
        }
        let isState = if case .state = collection.origin { true } else { false }
        let call = RecordCall(
            grant: grant, rights: own, database: isState ? store.database : open.database, bounds: context.bounds, catalog: { contents[$0] },
            rightsOn: { rights.on($0) })
        guard let path else { return (call, nil) }
        let association = try await records.association(path.relation, of: path.row, call)
        return (association.call, association)
    }
}

extension Records {
    fileprivate func perform(
        _ input: ToolInput, _ call: RecordCall, _ association: Association?, _ secrets: SecretBox
    ) async throws -> RecordAnswer {
        let filter = association?.filter(input["filter"]) ?? input["filter"]
        switch try input.required("action") {
        case "list":
            var request = ListRequest()
            request.filter = filter
            request.fields = input.strings("fields") ?? []
            request.except = input.strings("except") ?? []
            request.appends = input.strings("appends") ?? []
            request.sort = input.strings("sort") ?? []
            request.page = input.int("page") ?? 1
            request.pageSize = input.int("pageSize") ?? 20
            request.paginate = input.bool("paginate") ?? true
            let cursors = PageCursor(secrets: secrets, caller: call.grant.caller, source: call.rights.collection.source, sql: input.listed)
            request.offset = try input.string("cursor").map { try cursors.offset(of: $0) }
            guard request.offset == nil || input.int("page") == nil else {
                throw Refusal(.invalidArgument, "argument 'page': not used beside cursor, which says where to go on")
            }
            return try await list(request, call) { try cursors.cursor(at: $0) }
        case "get":
            let row = try association.map { try $0.key(input["filterByTk"]) } ?? input.needed("filterByTk", "the row's primary key")
            guard let row else { return .nothing }
            var request = GetRequest(key: row)
            request.filter = association?.filter(nil)
            request.fields = input.strings("fields") ?? []
            request.except = input.strings("except") ?? []
            request.appends = input.strings("appends") ?? []
            return try await get(request, call)
        case "query":
            var request = QueryRequest()
            request.measures = input["measures"]?.array ?? []
            request.dimensions = input["dimensions"]?.array ?? []
            request.orders = input["orders"]?.array ?? []
            (request.filter, request.having) = (input["filter"], input["having"])
            request.limit = input.int("limit") ?? request.limit
            request.offset = input.int("offset") ?? 0
            return try await query(request, call)
        case "create":
            var request = CreateRequest(values: try input.needed("values", "an object of fields"))
            request.whitelist = input.strings("whitelist") ?? []
            request.blacklist = input.strings("blacklist") ?? []
            if let association {
                (request.values, request.whitelist) = try association.belonging(
                    request.values, whitelist: request.whitelist, blacklist: request.blacklist)
            }
            return try await create(request, call)
        case "update":
            var request = UpdateRequest(
                key: try input.key(beside: association), filter: filter, values: try input.needed("values", "an object of fields to change"))
            request.ifMatch = input["ifMatch"]
            request.whitelist = input.strings("whitelist") ?? []
            request.blacklist = input.strings("blacklist") ?? []
            return try await update(request, call)
        case "destroy":
            var request = DestroyRequest(key: try input.key(beside: association), filter: filter)
            request.ifMatch = input["ifMatch"]
            return try await destroy(request, call)
        default:
            throw Refusal(.invalidArgument, "argument 'action': expected one of list, get, query, create, update, destroy")
        }
    }
}

extension ToolInput {
    /// The arguments of each action beside those that name the collection.
    private static let used: [String: [String]] = [
        "list": ["sourceId", "filter", "fields", "except", "appends", "sort", "page", "pageSize", "paginate", "cursor"],
        "get": ["sourceId", "filterByTk", "fields", "except", "appends"],
        "query": ["measures", "dimensions", "orders", "filter", "having", "limit", "offset"],
        "create": ["sourceId", "values", "whitelist", "blacklist"],
        "update": ["sourceId", "filterByTk", "filter", "values", "ifMatch", "whitelist", "blacklist"],
        "destroy": ["sourceId", "filterByTk", "filter", "ifMatch"],
    ]

    private static let naming = ["resource", "action", "dataSource"]

    /// Refuses what the action would not look at: whoever gave it would take the answer for another.
    fileprivate func checkUse(by action: String) throws(Refusal) {
        guard let used = Self.used[action] else { return }
        for (name, value) in arguments where !value.isNull && !used.contains(name) && !Self.naming.contains(name) {
            let others = Self.used.keys.sorted().filter { Self.used[$0]?.contains(name) == true }
            throw Refusal(
                .invalidArgument,
                "argument '\(name.prefix(60))': not used by \(action), which takes \(used.joined(separator: ", "))"
                    + (others.isEmpty ? "" : "; it belongs to \(others.joined(separator: ", "))"))
        }
    }

    /// What decides which rows a list has, and in which order: a cursor counts for no other.
    fileprivate var listed: String {
        ["resource", "sourceId", "filter", "sort"].map { self[$0]?.description ?? "" }.joined(separator: "\n")
    }

    /// `COLLECTION.RELATION` with the key of a row.
    /// - Returns: nil for a name without a dot.
    fileprivate func association(_ resource: String) throws(Refusal) -> (collection: String, relation: String, row: JSONValue)? {
        guard let dot = resource.lastIndex(of: ".") else { return nil }
        guard let row = self["sourceId"] else { return nil }
        return (String(resource[..<dot]), String(resource[resource.index(after: dot)...]), row)
    }

    /// The rows that a change names by their keys. Those of a relation are named so alone: a filter that excludes nothing would be all of them.
    fileprivate func key(beside association: Association?) throws(Refusal) -> JSONValue? {
        guard association != nil, self["filterByTk"] == nil else { return self["filterByTk"] }
        throw Refusal(.invalidArgument, "argument 'filterByTk': missing (beside sourceId rows are changed by their keys); nothing was changed")
    }

    /// An argument that the chosen action needs.
    fileprivate func needed(_ name: String, _ expected: String) throws(Refusal) -> JSONValue {
        guard let value = self[name] else { throw Refusal(.invalidArgument, "argument '\(name)': missing (expected \(expected))") }
        return value
    }
}
