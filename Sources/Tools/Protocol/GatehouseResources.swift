import Access
import JSON
package import MCP
import Store

/// The schemas of collections as resources, as far as the caller may see them: what `collections_list` and `collections_get` answer, through them.
package struct GatehouseResources: ResourceProvider, CompletionProvider {
    static let template = ResourceTemplate(
        uriTemplate: "gate://{source}/{collection}", name: "collection", title: "Schema of a collection",
        description: "Fields, types, key and relations of a collection of a data source, and what you may do with it.", mimeType: "application/json")
    private static let mainSource = "main"

    private let dispatcher: Dispatcher

    package init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }

    /// Changes of rights change what a schema says.
    package var takesSubscriptions: Bool { true }

    package func listResources(for requester: Requester, after cursor: String?, context: CallContext) async throws -> ListPage<Resource> {
        guard let page = cursor.map({ Int64($0) }) ?? 1, page > 0 else { throw MCPError.unknownCursor }
        let answer = try await call("collections_list", ["page": .number(JSONNumber(page)), "pageSize": 100], requester, context)
        let resources = (answer["data"]?.array ?? []).compactMap { collection -> Resource? in
            guard let name = collection["name"]?.string else { return nil }
            return Resource(
                uri: "gate://\(Self.mainSource)/\(name)", name: name, title: "Schema of \(name)", description: collection["description"]?.string,
                mimeType: "application/json")
        }
        let hasMore = (answer["meta"]?["totalPage"]?.int ?? 0) > page
        return ListPage(resources, nextCursor: hasMore ? String(page + 1) : nil)
    }

    package func listResourceTemplates(
        for requester: Requester, after cursor: String?, context: CallContext
    ) async throws -> ListPage<ResourceTemplate> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([Self.template])
    }

    package func readResource(_ uri: String, for requester: Requester, context: CallContext) async throws -> ReadResourceResult {
        guard let variables = Self.template.variables(of: uri), let source = variables["source"], let collection = variables["collection"] else {
            throw MCPError.unknownResource(uri)
        }
        do {
            let answer = try await call("collections_get", ["filterByTk": .string(collection), "dataSource": .string(source)], requester, context)
            return ReadResourceResult(uri: uri, mimeType: "application/json", text: (answer["data"] ?? answer).description)
        } catch let error as MCPError where error.code == .invalidParams {
            throw MCPError.unknownResource(uri)
        }
    }

    /// The workspace is part of it: the same URI is another collection in another one.
    package func topic(of uri: String, for requester: Requester) async throws -> String? {
        guard !requester.caller.isAnonymous, Self.template.variables(of: uri) != nil else { return nil }
        do {
            _ = try await readResource(uri, for: requester, context: CallContext())
        } catch is MCPError {
            return nil
        }
        return Self.topic(uri, workspace: requester.caller.workspace.id.rawValue)
    }

    static func topic(_ uri: String, workspace: Int64) -> String { "\(workspace) \(uri)" }

    package func complete(_ request: CompletionRequest, for requester: Requester, context: CallContext) async throws -> Completion {
        switch (request.reference, request.argument) {
        case (.resource(Self.template.uriTemplate), "source"):
            let answer = try await call("data_sources_list", [:], requester, context)
            return Completion(of: Self.names(answer), for: request.value)
        case (.resource(Self.template.uriTemplate), "collection"):
            return try await collections(request, in: request.known["source"] ?? Self.mainSource, requester, context)
        case (.prompt(let name), "collection") where GatehousePrompts.all.contains { $0.name == name }:
            return try await collections(request, in: Self.mainSource, requester, context)
        case (.prompt(let name), _) where GatehousePrompts.all.contains { $0.name == name }: return Completion([])
        default: throw MCPError.unknownReference
        }
    }

    private func collections(_ request: CompletionRequest, in source: String, _ requester: Requester, _ context: CallContext) async throws
        -> Completion
    {
        let arguments: JSONObject = ["dataSource": .string(source), "search": .string(request.value), "pageSize": 100]
        let answer = try await call("collections_list", arguments, requester, context)
        return Completion(of: Self.names(answer), for: request.value)
    }

    private static func names(_ answer: JSONValue) -> [String] {
        (answer["data"]?.array ?? answer["dataSources"]?.array ?? []).compactMap { $0["name"]?.string }
    }

    /// Calls a tool as its caller would; what it refuses is an error of the protocol here.
    private func call(_ tool: String, _ arguments: JSONObject, _ requester: Requester, _ context: CallContext) async throws -> JSONValue {
        do {
            let outcome = try await dispatcher.call(tool, arguments: arguments, for: try await requester.current(), context)
            return try JSONValue(parsing: outcome.structured.bytes)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            switch refusal.code {
            case .unauthorized: throw MCPError.unauthorized(refusal.reason, challenge: requester.challenge.value())
            case .insufficientScope, .forbidden, .demo: throw MCPError.forbidden(refusal.reason)
            default: throw MCPError.invalidParams(refusal.reason)
            }
        }
    }
}
