import Access
import Catalog
import JSON
import Records
import SQL
import Store
import Workflows

extension Crud {
    /// The collection that a call names, with the caller's rights on it. A hidden collection is not found.
    /// - Returns: with `sourceId` also the relation whose rows are meant.
    func recordCall(_ input: Input, _ call: ToolCall) async throws -> (call: RecordCall, association: Association?) {
        let target = try await domains.target(input.source, call)
        let path = target.contents[input.resource] == nil && input.action != "move" ? input.association : nil
        guard path != nil || input.sourceID == nil || input.action == "move" else {
            throw Refusal(.invalidArgument, "argument 'sourceId': needs a resource with a relation, such as \(input.resource.prefix(60)).RELATION")
        }
        let name = path?.collection ?? input.resource
        let hint = name.contains(".") && path == nil ? "; for rows of a relation give sourceId" : ""
        let notes = try await Self.changes(input.action) ? domains.changeNotes(call, on: target) : nil
        let records = try target.records(name, call, domains, zone: try input.zone, notes: notes, hint: hint)
        guard let path else { return (records, nil) }
        let association = try await domains.records.association(path.relation, of: path.row, records)
        return (association.call, association)
    }

    private static func changes(_ action: String) -> Bool { choices.contains { $0.value == action && $0.effect == .writes } }

    func perform(_ input: Input, _ call: ToolCall, _ records: RecordCall, _ association: Association?) async throws -> RecordResult {
        if Self.changes(input.action) { return try await change(input, records, association) }
        switch input.action {
        case "list" where association?.leadsToOne == true:
            var request = GetRequest(key: nil)
            (request.filter, request.tellsActions) = (input.filter, input.tellsActions)
            (request.fields, request.except, request.appends) = (input.fields, input.except, input.appends)
            return try await domains.records.get(request, records)
        case "list":
            var request = ListRequest()
            request.filter = input.filter
            (request.fields, request.except, request.appends) = (input.fields, input.except, input.appends)
            (request.sort, request.page, request.pageSize) = (input.sort, input.page ?? 1, input.pageSize)
            (request.paginate, request.tellsActions, request.isTree) = (input.paginate, input.tellsActions, input.isTree)
            request.offset = try offset(input, call, records)
            return try await domains.records.list(request, records) { [self] in try cursors(call, records).cursor(at: $0) }
        case "get":
            var request = GetRequest(key: input.key)
            if input.filter == nil {
                request.key = try association.map { try $0.key(input.key) } ?? Self.needed(input.key, "filterByTk", "the row's primary key")
            }
            request.filter = input.filter
            (request.fields, request.except, request.appends) = (input.fields, input.except, input.appends)
            request.tellsActions = input.tellsActions
            return try await domains.records.get(request, records)
        case "history":
            var request = HistoryRequest(key: try Self.needed(input.key, "filterByTk", "the row's primary key"))
            (request.page, request.pageSize) = (input.page ?? 1, input.pageSize)
            request.offset = try offset(input, call, records)
            return try await domains.records.history(request, records) { [self] in try cursors(call, records).cursor(at: $0) }
        case "query":
            var request = QueryRequest()
            (request.measures, request.dimensions, request.orders) = (input.measures, input.dimensions, input.orders)
            (request.filter, request.having) = (input.filter, input.having)
            (request.limit, request.offset) = (input.limit, input.offset)
            return try await domains.records.query(request, records)
        default: throw Self.unknownAction
        }
    }

    private func change(_ input: Input, _ records: RecordCall, _ association: Association?) async throws -> RecordResult {
        switch input.action {
        case "create":
            var request = CreateRequest(values: try Self.needed(input.values, "values", "an object of fields"))
            (request.whitelist, request.blacklist) = (input.whitelist, input.blacklist)
            request.writtenRelations = input.writtenRelations
            if let association { return try await domains.records.create(request, in: association) }
            return try await domains.records.create(request, records)
        case "firstOrCreate": return try await domains.records.firstOrCreate(upsert(input), in: association, records)
        case "updateOrCreate": return try await domains.records.updateOrCreate(upsert(input), in: association, records)
        case "update":
            var request = UpdateRequest(
                key: try input.key(beside: association), filter: input.filter,
                values: try Self.needed(input.values, "values", "an object of fields to change"))
            (request.ifMatch, request.isDry) = (input.ifMatch, input.isDry)
            request.writtenRelations = input.writtenRelations
            (request.whitelist, request.blacklist) = (input.whitelist, input.blacklist)
            return try await domains.records.update(request, records)
        case "destroy":
            var request = DestroyRequest(key: try input.key(beside: association), filter: input.filter)
            (request.ifMatch, request.isDry) = (input.ifMatch, input.isDry)
            return try await domains.records.destroy(request, records)
        case "move": return try await domains.records.move(move(input), records)
        default:
            if let change = RelationChange(rawValue: input.action) {
                return try await domains.records.relate(
                    change, input.key, Self.needed(association, "sourceId", "the key of a row, with the resource COLLECTION.RELATION"))
            }
            throw Self.unknownAction
        }
    }

    private static var unknownAction: Refusal {
        Refusal(.invalidArgument, "argument 'action': expected one of \(choices.map(\.value).joined(separator: ", "))")
    }

    private func upsert(_ input: Input) throws(Refusal) -> UpsertRequest {
        var request = UpsertRequest(filterKeys: input.filterKeys, values: try Self.needed(input.values, "values", "an object of fields"))
        (request.whitelist, request.blacklist) = (input.whitelist, input.blacklist)
        request.writtenRelations = input.writtenRelations
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

    private func cursors(_ call: ToolCall, _ records: RecordCall) -> PageCursor {
        PageCursor(secrets: domains.store.secrets, caller: call.caller, source: records.rights.collection.source, sql: Self.listed(call.arguments))
    }

    /// The offset at which a list continues; nil without a cursor.
    private func offset(_ input: Input, _ call: ToolCall, _ records: RecordCall) throws(Refusal) -> Int? {
        guard let cursor = input.cursor else { return nil }
        guard input.page == nil else { throw Refusal(.invalidArgument, "argument 'page': not used together with cursor, which sets the position") }
        return try cursors(call, records).offset(of: cursor)
    }

    /// The parameters that determine a list's rows and their order: a cursor is valid only for the same ones.
    private static func listed(_ arguments: JSONObject) -> String {
        ["resource", "action", "sourceId", "filterByTk", "filter", "sort", "tree", "timezone"].map { name in
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
    /// The parts of `COLLECTION.RELATION` with the key of a row; nil for a name without a dot.
    fileprivate var association: (collection: String, relation: String, row: JSONValue)? {
        guard let dot = resource.lastIndex(of: "."), let row = sourceID else { return nil }
        return (String(resource[..<dot]), String(resource[resource.index(after: dot)...]), row)
    }

    fileprivate var zone: CalendarZone {
        get throws(Refusal) {
            guard let timezone else { return .utc }
            guard let zone = CalendarZone(timezone) else {
                throw Refusal(.invalidArgument, "argument 'timezone': expected an offset such as +08:00, or a name such as Europe/Vienna")
            }
            return zone
        }
    }

    /// The key of the rows that a change affects. On a relation the key is required: a filter that excludes nothing would select all rows.
    fileprivate func key(beside association: Association?) throws(Refusal) -> JSONValue? {
        guard association != nil, key == nil else { return key }
        throw Refusal(.invalidArgument, "argument 'filterByTk': missing (beside sourceId rows are changed by their keys); nothing was changed")
    }
}

/// The data source that a call names, its schema, and the caller's rights on it.
struct RecordTarget {
    let open: OpenSource
    let contents: SourceCatalog
    let rights: CallerRights

    /// A call on a collection. A hidden collection is not found.
    /// - Parameters:
    ///   - notes: where changes of rows are reported.
    ///   - hint: text that the refusal of an unknown name appends.
    func records(
        _ name: String, _ call: ToolCall, _ domains: Domains, bounds: CallBounds? = nil, zone: CalendarZone = .utc, notes: ChangeNotes? = nil,
        hint: String = ""
    ) throws(Refusal) -> RecordCall {
        let own = try rights.collection(name, hint: hint)
        let isState = if case .state = own.collection.origin { true } else { false }
        return RecordCall(
            grant: call.grant, rights: own, database: isState ? domains.store.database : open.database, bounds: bounds ?? call.bounds,
            zone: zone,
            catalog: { [contents] in contents[$0] }, rightsOn: { [rights] in rights.on($0) },
            notes: isState ? nil : notes)
    }
}

extension Domains {
    /// - Throws: ``Refusal`` for a data source that the workspace does not have, or that cannot be reached.
    func target(_ source: String, _ call: ToolCall) async throws -> RecordTarget {
        let workspace = call.caller.workspace.id
        let open = try await sources.open(source, in: workspace)
        let contents = try await catalog.contents(of: open, in: workspace, call.bounds)
        return RecordTarget(open: open, contents: contents, rights: try await rules.rights(of: call.caller, in: contents))
    }

    /// Where changes of rows are reported: to workflows that wait for them, only in the workspace's own database, and to subscribed
    /// clients.
    func changeNotes(_ call: ToolCall, on target: RecordTarget) async throws -> ChangeNotes {
        let (source, workspace) = (target.open.name, call.caller.workspace.id)
        let watches =
            source == DataSource.mainName
            ? try await workflows.watches(for: call.grant, on: target.open.database, target.contents, call.bounds) : nil
        return ChangeNotes(watches: watches) { [wakeSignal = workflows.wakeSignal, rowChanges] collections in
            if watches != nil { wakeSignal.ring() }
            rowChanges.add(collections.map { RowsResource(source: source, collection: $0).topic(in: workspace) })
        }
    }
}
