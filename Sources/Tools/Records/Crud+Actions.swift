import Access
import Catalog
import JSON
import Records
import Store
import Workflows

extension Crud {
    /// The collection that a call names, with the caller's rights on it. What the caller may not see does not exist.
    /// - Returns: with `sourceId` also which of the rows are meant.
    func recordCall(_ input: Input, _ call: ToolCall) async throws -> (call: RecordCall, association: Association?) {
        let workspace = call.caller.workspace.id
        let open = try await domains.sources.open(input.source, in: workspace)
        let contents = try await domains.catalog.contents(of: open, in: workspace, call.bounds)
        let rights = try await domains.rules.rights(of: call.caller, in: contents)
        let path = contents[input.resource] == nil && input.action != "move" ? input.association : nil
        guard path != nil || input.sourceID == nil || input.action == "move" else {
            throw Refusal(.invalidArgument, "argument 'sourceId': needs a resource with a relation, such as \(input.resource.prefix(60)).RELATION")
        }
        let name = path?.collection ?? input.resource
        let hint = name.contains(".") && path == nil ? "; for rows of a relation give sourceId" : ""
        let own = try rights.collection(name, hint: hint)
        let isState = if case .state = own.collection.origin { true } else { false }
        let notes = try await isState ? nil : changeNotes(input, call, on: open, contents)
        let records = RecordCall(
            grant: call.grant, rights: own, database: isState ? domains.store.database : open.database, bounds: call.bounds,
            catalog: { contents[$0] }, rightsOn: { rights.on($0) },
            notes: notes)
        guard let path else { return (records, nil) }
        let association = try await domains.records.association(path.relation, of: path.row, records)
        return (association.call, association)
    }

    /// What is written beside the rows that the call changes: in the workspace's own database alone.
    private func changeNotes(_ input: Input, _ call: ToolCall, on open: OpenSource, _ contents: SourceCatalog) async throws -> ChangeNotes? {
        let changes = Self.choices.contains { $0.value == input.action && $0.effect == .writes }
        guard changes, input.source == DataSource.mainName else { return nil }
        return try await domains.workflows.notes(for: call.grant, on: open.database, contents, call.bounds)
    }

    func perform(_ input: Input, _ call: ToolCall, _ records: RecordCall, _ association: Association?) async throws -> RecordAnswer {
        switch input.action {
        case "list":
            var request = ListRequest()
            request.filter = input.filter
            (request.fields, request.except, request.appends) = (input.fields, input.except, input.appends)
            (request.sort, request.page, request.pageSize) = (input.sort, input.page ?? 1, input.pageSize)
            request.paginate = input.paginate
            let cursors = PageCursor(
                secrets: domains.store.secrets, caller: call.caller, source: records.rights.collection.source, sql: Self.listed(call.arguments))
            request.offset = try input.cursor.map { try cursors.offset(of: $0) }
            guard request.offset == nil || input.page == nil else {
                throw Refusal(.invalidArgument, "argument 'page': not used beside cursor, which says where to go on")
            }
            return try await domains.records.list(request, records) { try cursors.cursor(at: $0) }
        case "get":
            var request = GetRequest(
                key: try association.map { try $0.key(input.key) } ?? Self.needed(input.key, "filterByTk", "the row's primary key"))
            (request.fields, request.except, request.appends) = (input.fields, input.except, input.appends)
            return try await domains.records.get(request, records)
        case "query":
            var request = QueryRequest()
            (request.measures, request.dimensions, request.orders) = (input.measures, input.dimensions, input.orders)
            (request.filter, request.having) = (input.filter, input.having)
            (request.limit, request.offset) = (input.limit, input.offset)
            return try await domains.records.query(request, records)
        case "create":
            var request = CreateRequest(values: try Self.needed(input.values, "values", "an object of fields"))
            (request.whitelist, request.blacklist) = (input.whitelist, input.blacklist)
            if let association { return try await domains.records.create(request, in: association) }
            return try await domains.records.create(request, records)
        case "firstOrCreate": return try await domains.records.firstOrCreate(upsert(input), records)
        case "updateOrCreate": return try await domains.records.updateOrCreate(upsert(input), records)
        case "update":
            var request = UpdateRequest(
                key: try input.key(beside: association), filter: input.filter,
                values: try Self.needed(input.values, "values", "an object of fields to change"))
            request.ifMatch = input.ifMatch
            (request.whitelist, request.blacklist) = (input.whitelist, input.blacklist)
            return try await domains.records.update(request, records)
        case "destroy":
            var request = DestroyRequest(key: try input.key(beside: association), filter: input.filter)
            request.ifMatch = input.ifMatch
            return try await domains.records.destroy(request, records)
        case "move": return try await domains.records.move(move(input), records)
        default:
            if let change = RelationChange(rawValue: input.action) {
                return try await domains.records.relate(
                    change, input.key, Self.needed(association, "sourceId", "the key of a row, with the resource COLLECTION.RELATION"))
            }
            throw Refusal(.invalidArgument, "argument 'action': expected one of \(Self.choices.map(\.value).joined(separator: ", "))")
        }
    }

    private func upsert(_ input: Input) throws(Refusal) -> UpsertRequest {
        var request = UpsertRequest(filterKeys: input.filterKeys, values: try Self.needed(input.values, "values", "an object of fields"))
        (request.whitelist, request.blacklist) = (input.whitelist, input.blacklist)
        return request
    }

    private func move(_ input: Input) throws(Refusal) -> MoveRequest {
        var request = MoveRequest(key: try Self.needed(input.sourceID, "sourceId", "the primary key of the row to move"))
        (request.target, request.scope) = (input.target, input.targetScope?.object)
        request.sortField = input.sortField
        request.isAfter = input.method == .insertAfter
        request.isFirst = input.isSticky || input.method == .prepend
        guard request.target != nil || request.isFirst || request.scope != nil else {
            throw Refusal(.invalidArgument, "argument 'targetId': missing (expected the primary key of the row whose place it takes, or sticky)")
        }
        return request
    }

    /// What decides which rows a list has, and in which order: a cursor counts for no other.
    private static func listed(_ arguments: JSONObject) -> String {
        ["resource", "sourceId", "filter", "sort"].map { name in
            guard let value = arguments[name], !value.isNull else { return "" }
            return value.description
        }.joined(separator: "\n")
    }

    /// An argument that the chosen action needs.
    private static func needed<Value>(_ value: Value?, _ name: String, _ expected: String) throws(Refusal) -> Value {
        guard let value else { throw Refusal(.invalidArgument, "argument '\(name)': missing (expected \(expected))") }
        return value
    }
}

extension Crud.Input {
    /// `COLLECTION.RELATION` with the key of a row; nil for a name without a dot.
    fileprivate var association: (collection: String, relation: String, row: JSONValue)? {
        guard let dot = resource.lastIndex(of: "."), let row = sourceID else { return nil }
        return (String(resource[..<dot]), String(resource[resource.index(after: dot)...]), row)
    }

    /// The rows that a change names by their keys. Those of a relation are named so alone: a filter that excludes nothing would be all of them.
    fileprivate func key(beside association: Association?) throws(Refusal) -> JSONValue? {
        guard association != nil, key == nil else { return key }
        throw Refusal(.invalidArgument, "argument 'filterByTk': missing (beside sourceId rows are changed by their keys); nothing was changed")
    }
}
