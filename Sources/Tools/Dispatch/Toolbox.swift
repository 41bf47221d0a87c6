import Access
package import JSON
package import MCP
import Synchronization

/// All tools by name, and the lists that callers see.
package final class Toolbox: Sendable {
    /// A definition with its compiled schema.
    final class Entry: Sendable {
        let definition: ToolDefinition
        let schema: JSONSchema

        init(_ definition: ToolDefinition) throws {
            self.definition = definition
            schema = try JSONSchema(Toolbox.tool(definition, usable: definition.permit.scopes, isListed: false).inputSchema)
        }
    }

    /// Most cached lists; there are at most a few dozen kinds of callers.
    private static let maximumLists = 256

    let entries: [Entry]
    private let byName: [String: (entry: Entry, preset: JSONObject)]
    private let lists = Mutex<[ToolListKey: ToolList]>([:])
    /// Words of tools, filled by searches.
    private let words = Mutex<[String: ToolWords]>([:])

    /// - Throws: `ToolDefinitionError` or `JSONSchemaError` for an invalid tool; the server then does not start.
    package init(_ definitions: [ToolDefinition]) throws {
        var entries: [Entry] = []
        var byName: [String: (Entry, JSONObject)] = [:]
        for definition in definitions {
            let entry = try Entry(definition)
            entries.append(entry)
            for (name, preset) in [(definition.name, JSONObject())] + definition.aliases.map({ ($0.key, $0.value) }) {
                guard byName.updateValue((entry, preset), forKey: name) == nil else {
                    throw ToolDefinitionError(tool: name, reason: "the name is taken")
                }
            }
        }
        self.entries = entries
        self.byName = byName
    }

    package var definitions: [ToolDefinition] { entries.map(\.definition) }

    /// Every tool in the newest revision for a caller with all rights: the definitions that a person who trusts the tools has read.
    package var definitionText: [UInt8] {
        // The definitions were checked at the start.
        ToolList(entries.compactMap { try? Self.tool($0.definition, usable: $0.definition.permit.scopes) }).fragment(for: .v2026_07_28).bytes
    }

    /// The schemas of a tool's arguments by name; empty for an unknown tool.
    package func properties(of name: String) -> JSONObject { byName[name]?.entry.definition.properties ?? [:] }

    /// The arguments of a call without null where the tool, by name or alias, accepts it.
    package func withoutNulls(_ arguments: JSONObject, of name: String) -> JSONObject {
        byName[name]?.entry.definition.withoutNulls(arguments) ?? arguments
    }

    /// The required arguments of a tool, by name or alias.
    package func required(of name: String) -> [String] { byName[name]?.entry.definition.required ?? [] }

    /// The tool with this name or alias, and the arguments that an alias implies.
    func find(_ name: String) -> (entry: Entry, preset: JSONObject)? { byName[name] }

    /// The words of a tool, computed once.
    func words(of definition: ToolDefinition) -> ToolWords {
        words.withLock { words in
            if let known = words[definition.name] { return known }
            let new = ToolWords(definition)
            words[definition.name] = new
            return new
        }
    }

    /// The length of a tool's calls, by name or alias; short for an unknown tool.
    func length(of name: String) -> ToolLength { byName[name]?.entry.definition.length ?? .short }

    /// Whether failures of a tool, by name or alias, carry their HTTP status.
    func tellsStatus(_ name: String) -> Bool { byName[name]?.entry.definition.tellsStatus ?? false }

    /// Whether a tool, by name or alias, has rows in its result.
    func showsRows(_ name: String) -> Bool { byName[name]?.entry.definition.showsRows ?? false }

    /// Whether the authorizer offers a tool, by name or alias, to a caller.
    func offers(_ name: String, to principal: RequestPrincipal) -> Bool {
        guard let entry = byName[name]?.entry else { return false }
        return Authorizer.offers(entry.definition.permit, to: principal.caller, in: principal.packages)
    }

    /// The tools that the authorizer offers to a caller, in the order of definition.
    package func list(for principal: RequestPrincipal) -> ToolList { list(for: principal.caller, in: principal.packages) }

    func list(for caller: Caller, in packages: PackageSelection) -> ToolList {
        let listKey = ToolListKey(of: caller, in: packages)
        if let known = lists.withLock({ $0[listKey] }) { return known }
        let tools = entries.compactMap { entry -> MCP.Tool? in
            let permit = entry.definition.permit
            guard Authorizer.offers(permit, to: caller, in: packages) else { return nil }
            // Every form of the schema is a part of the one that was checked at the start.
            return try? Self.tool(entry.definition, usable: Authorizer.usableScopes(of: permit, by: caller))
        }
        let list = ToolList(tools, cacheHint: CacheHint(timeToLive: .seconds(2)))
        lists.withLock { lists in
            if lists.count >= Self.maximumLists { lists = [:] }
            lists[listKey] = list
        }
        return list
    }

    /// The tool with its whole schema, limited to what the caller may call; nil when the authorizer does not offer it.
    func described(_ name: String, to caller: Caller, in packages: PackageSelection) -> MCP.Tool? {
        guard let definition = find(name)?.entry.definition, Authorizer.offers(definition.permit, to: caller, in: packages) else { return nil }
        // The whole schema was checked at the start.
        return try? Self.tool(definition, usable: Authorizer.usableScopes(of: definition.permit, by: caller), isListed: false)
    }

    /// - Parameter isListed: whether to use the shortest form.
    private static func tool(_ definition: ToolDefinition, usable scopes: [Scope], isListed: Bool = true) throws -> MCP.Tool {
        try MCP.Tool(
            name: definition.name, title: definition.title, description: definition.description,
            inputSchema: isListed ? definition.listedSchema(usable: scopes) : definition.inputSchema(usable: scopes),
            annotations: isListed ? definition.annotations.short : definition.annotations,
            meta: definition.showsRows ? RowsView.view.toolMeta : nil)
    }
}

/// The call that is authorized, logged and run: for `tools_call` the call that its arguments name, otherwise the call itself.
struct NamedCall: Sendable {
    let tool: String
    let arguments: JSONObject
    /// For a call through the facade, the principal without the facade, so that the call cannot name a tool of the facade.
    let principal: RequestPrincipal
}

extension Toolbox {
    /// The call to authorize. If `tools_call` has invalid arguments, the call itself is returned, and its schema refuses it.
    func namedCall(_ tool: String, _ arguments: JSONObject, _ principal: RequestPrincipal) -> NamedCall {
        guard principal.packages.hasFacade, tool == CallNamedTool.tool, let facade = find(tool)?.entry,
            case let arguments = facade.definition.settled(arguments, preset: [:]), facade.schema.check(.object(arguments)).isEmpty,
            let name = arguments["name"]?.string
        else { return NamedCall(tool: tool, arguments: arguments, principal: principal) }
        return NamedCall(tool: name, arguments: arguments["arguments"]?.object ?? [:], principal: principal.behindFacade)
    }
}
