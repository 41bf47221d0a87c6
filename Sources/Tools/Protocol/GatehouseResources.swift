import Access
import Catalog
import JSON
package import MCP
import Notation
import OAuth
import SQL
import Store

/// The schemas and the rows of collections as resources, within the caller's rights: the results of `collections_list`, `collections_get`
/// and `crud`; and the view of rows.
package struct GatehouseResources: ResourceProvider, CompletionProvider {
    static let template = ResourceTemplate(
        uriTemplate: "gate://{source}/{collection}", name: "collection", title: "Schema of a collection",
        description: "Fields, types, key and relations of a collection of a data source, and what you may do with it.", mimeType: "application/json")
    private static let mainSource = "main"

    private let dispatcher: Dispatcher
    private let domains: Domains

    package init(_ dispatcher: Dispatcher, _ domains: Domains) { (self.dispatcher, self.domains) = (dispatcher, domains) }

    /// Changes of rights change schemas, and rows change too.
    package var takesSubscriptions: Bool { true }

    package func listResources(for principal: RequestPrincipal, after cursor: String?, context: CallContext) async throws -> ListPage<Resource> {
        guard let page = cursor.map({ Int64($0) }) ?? 1, page > 0, page < 1_000_000 else { throw MCPError.unknownCursor }
        let answer = try await list("collections_list", ["page": .number(JSONNumber(page)), "pageSize": 100], principal, context)
        let resources = (answer["data"]?.array ?? []).compactMap { collection -> Resource? in
            guard let name = collection["name"]?.string else { return nil }
            return Resource(
                uri: Self.uri(Self.mainSource, name), name: name, title: "Schema of \(name)", description: collection["description"]?.string,
                mimeType: "application/json")
        }
        let hasMore = (answer["meta"]?["totalPage"]?.int ?? 0) > page
        return ListPage(resources, nextCursor: hasMore ? String(page + 1) : nil)
    }

    package func listResourceTemplates(
        for principal: RequestPrincipal, after cursor: String?, context: CallContext
    ) async throws -> ListPage<ResourceTemplate> {
        try principal.requireCredential()
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([Self.template, RowsResource.template])
    }

    package func readResource(_ uri: String, for principal: RequestPrincipal, context: CallContext) async throws -> ReadResourceResult {
        if uri == RowsView.view.uri {
            try principal.requireCredential()
            return RowsView.contents
        }
        do {
            if let rows = RowsResource(uri) {
                let arguments: JSONObject = [
                    "resource": .string(rows.collection), "action": "list", "dataSource": .string(rows.source), "pageSize": 100,
                ]
                let answer = try await call("crud", arguments, principal, context)
                return ReadResourceResult(uri: uri, mimeType: "application/json", text: answer.description)
            }
            guard let (source, collection) = Self.sourceAndCollection(of: uri, Self.template) else { throw MCPError.unknownResource(uri) }
            let answer = try await call("collections_get", ["filterByTk": .string(collection), "dataSource": .string(source)], principal, context)
            return ReadResourceResult(uri: uri, mimeType: "application/json", text: (answer["data"] ?? answer).description)
        } catch let refusal as Refusal {
            throw Self.isNothing(refusal) ? MCPError.unknownResource(uri) : MCPError(.internalError, refusal.reason)
        }
    }

    /// Contains the workspace, because the same URI is another collection in another workspace.
    package func topic(of uri: String, for principal: RequestPrincipal) async throws -> String? {
        guard !principal.caller.isAnonymous else { return nil }
        if let rows = RowsResource(uri) { return try await topic(of: rows, for: principal) }
        guard Self.sourceAndCollection(of: uri, Self.template) != nil else { return nil }
        do {
            _ = try await readResource(uri, for: principal, context: CallContext())
        } catch is MCPError {
            return nil
        }
        return "\(principal.caller.workspace.id.rawValue) \(uri)"
    }

    package func tellsChanges(of uri: String, topic: String, to principal: RequestPrincipal) async -> Bool {
        guard let rows = RowsResource(uri) else { return true }
        do {
            let principal = try await principal.renewed()
            guard let viewable = try await viewableRows(of: rows, for: principal) else { return false }
            guard RowsResource.isNarrowed(topic) else { return viewable.isWhole }
            return try await domains.rowViews.differs(Self.stream(principal, topic), since: Self.subscriber(principal, topic)) {
                try await contents(of: viewable, for: principal)
            }
        } catch {
            // If rights or rows cannot be read, no notification is sent.
            return false
        }
    }

    private static func stream(_ principal: RequestPrincipal, _ topic: String) -> RowViews.Name {
        name(of: principal, "\(principal.requestID) \(principal.continuityKey ?? "") \(topic)")
    }

    private static func subscriber(_ principal: RequestPrincipal, _ topic: String) -> RowViews.Name {
        name(of: principal, "\(principal.continuityKey ?? "") \(topic)")
    }

    private static func name(of principal: RequestPrincipal, _ text: String) -> RowViews.Name {
        RowViews.Name(organization: principal.caller.workspace.organization, holder: principal.caller.accountKey, text: text)
    }

    /// The rows that a caller may view.
    private struct ViewableRows {
        let rows: RowsResource
        /// Whether these are all rows with all fields.
        let isWhole: Bool
        /// Orders in which a restricted caller's first rows are compared: by the key in both directions, and the last changed first.
        let orders: [[String]]
    }

    /// The topic of changes. Announced changes are only for callers that may view every row and field, because a notification would tell
    /// others of hidden changes. The views of the others are compared instead.
    private func topic(of rows: RowsResource, for principal: RequestPrincipal) async throws -> String? {
        guard let viewable = try await viewableRows(of: rows, for: principal) else { return nil }
        let workspace = principal.caller.workspace.id
        guard !viewable.isWhole else { return viewable.rows.topic(in: workspace) }
        let topic = viewable.rows.narrowedTopic(in: workspace)
        do {
            let contents = try await contents(of: viewable, for: principal)
            guard domains.rowViews.keep(contents, of: Self.stream(principal, topic)),
                domains.rowViews.keep(contents, of: Self.subscriber(principal, topic))
            else { return nil }
        } catch {
            guard Refusal(error) != nil else { throw error }
            return nil
        }
        return topic
    }

    /// Nil for a caller that may not view the collection or its key. Also nil for views and collections of the server's own state, because
    /// their rows are changed elsewhere.
    private func viewableRows(of rows: RowsResource, for principal: RequestPrincipal) async throws -> ViewableRows? {
        let (caller, packages) = (principal.caller, principal.behindFacade.packages)
        guard let crud = dispatcher.toolbox.find("crud")?.entry.definition else { return nil }
        do {
            _ = try Authorizer.authorize(crud.permit, scope: .read(.record), for: caller, in: packages)
            let contents = try await domains.catalog.contents(of: rows.source, in: caller.workspace.id)
            guard let collection = contents[rows.collection], collection.kind == .table, case .table = collection.origin else { return nil }
            let rights = try await domains.rules.rights(of: caller, in: contents).on(collection)
            let isWhole = rights.isWhole(.view)
            guard isWhole || rights.allows(.view) && !collection.primaryKey.isEmpty && rights.open.isSuperset(of: collection.primaryKey) else {
                return nil
            }
            var orders = [collection.primaryKey, collection.primaryKey.map { "-\($0)" }]
            if let changed = collection.field(kept: .updatedAt), rights.open.contains(changed.name) { orders.append(["-\(changed.name)"]) }
            return ViewableRows(rows: RowsResource(source: collection.source, collection: collection.name), isWhole: isWhole, orders: orders)
        } catch {
            guard Refusal(error) != nil else { throw error }
            return nil
        }
    }

    /// A number that differs when the caller's view differs: it hashes the number of rows, and the first of them in each order.
    private func contents(of viewable: ViewableRows, for principal: RequestPrincipal) async throws -> Int {
        var hasher = Hasher()
        for order in viewable.orders {
            let arguments: JSONObject = [
                "resource": .string(viewable.rows.collection), "action": "list", "dataSource": .string(viewable.rows.source), "pageSize": 100,
                "sort": .array(order.map { .string($0) }),
            ]
            let answer = try await call("crud", arguments, principal, CallContext())
            hasher.combine(answer["meta"]?["count"]?.description)
            hasher.combine(answer["data"]?.description)
        }
        return hasher.finalize()
    }

    package func complete(_ request: CompletionRequest, for principal: RequestPrincipal, context: CallContext) async throws -> Completion {
        try principal.requireCredential()
        switch (request.reference, request.argument) {
        case (.resource(Self.template.uriTemplate), "source"), (.resource(RowsResource.template.uriTemplate), "source"):
            return Completion(of: try await sources(principal, context), for: request.value)
        case (.resource(Self.template.uriTemplate), "collection"), (.resource(RowsResource.template.uriTemplate), "collection"):
            return try await collections(request, in: request.known["source"] ?? Self.mainSource, principal, context)
        case (.prompt(let name), "collection") where GatehousePrompts.all.contains { $0.name == name }:
            return try await collections(request, in: Self.mainSource, principal, context)
        case (.prompt(let name), _) where GatehousePrompts.all.contains { $0.name == name }: return Completion([])
        default: throw MCPError.unknownReference
        }
    }

    /// The data sources, the workspace's own database first.
    private func sources(_ principal: RequestPrincipal, _ context: CallContext) async throws -> [String] {
        let own = try await list("collections_list", ["pageSize": 1], principal, context)
        return (own.isNull ? [] : [Self.mainSource]) + Self.names(try await list("data_sources_list", [:], principal, context))
    }

    private func collections(_ request: CompletionRequest, in source: String, _ principal: RequestPrincipal, _ context: CallContext) async throws
        -> Completion
    {
        let arguments: JSONObject = ["dataSource": .string(source), "search": .string(request.value), "pageSize": 100]
        return Completion(of: Self.names(try await list("collections_list", arguments, principal, context)), for: request.value)
    }

    private static func names(_ answer: JSONValue) -> [String] { (answer["data"]?.array ?? []).compactMap { $0["name"]?.string } }

    /// The URI of a collection. Names may contain any character, so those with a meaning in a URI are escaped (RFC 3986 section 2.1).
    static func uri(_ source: String, _ collection: String) -> String {
        "gate://\(PercentEncoding.encode(source))/\(PercentEncoding.encode(collection))"
    }

    static func sourceAndCollection(of uri: String, _ template: ResourceTemplate) -> (source: String, collection: String)? {
        guard let variables = template.variables(of: uri), let source = variables["source"].flatMap(decoded),
            let collection = variables["collection"].flatMap(decoded)
        else { return nil }
        return (source, collection)
    }

    /// Decodes a part of a URI; a plus sign stays, because only forms use it for a space.
    private static func decoded(_ text: String) -> String? { PercentEncoding.decodeForm(text.replacing("+", with: "%2B").utf8) }

    /// Whether a refusal means that nothing is visible to this caller, and not that something failed.
    private static func isNothing(_ refusal: Refusal) -> Bool { refusal.isDecision || refusal.code == .invalidArgument }

    /// The result of a listing tool; empty when it refuses.
    private func list(_ tool: String, _ arguments: JSONObject, _ principal: RequestPrincipal, _ context: CallContext) async throws -> JSONValue {
        do {
            return try await call(tool, arguments, principal, context)
        } catch let refusal as Refusal {
            guard Self.isNothing(refusal) else { throw MCPError(.internalError, refusal.reason) }
            return .null
        }
    }

    /// Calls a tool as its caller would.
    /// - Throws: ``Refusal``; `MCPError` for a caller without a credential.
    private func call(_ tool: String, _ arguments: JSONObject, _ principal: RequestPrincipal, _ context: CallContext) async throws -> JSONValue {
        do {
            let outcome = try await dispatcher.call(tool, arguments: arguments, for: try await principal.current().behindFacade, context)
            return try JSONValue(parsing: outcome.structured.bytes)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            if refusal.code == .unauthorized { throw MCPError.unauthorized(refusal.reason, challenge: principal.challenge.value()) }
            throw refusal
        }
    }
}

extension RequestPrincipal {
    /// - Throws: 401 without a credential.
    func requireCredential() throws(MCPError) {
        if caller.isAnonymous { throw .unauthorized("Unauthorized operation", challenge: challenge.value()) }
    }
}
