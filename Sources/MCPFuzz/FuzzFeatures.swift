import JSON
import MCP

/// One instance of each feature, fast and without side effects.
struct FuzzFeatures: ToolProvider, ResourceProvider, PromptProvider, CompletionProvider {
    typealias Principal = String

    /// An in-memory server with small limits, so that its memory use soon reaches its maximum.
    static func server() throws -> MCPServer<String> {
        var settings = MCPSettings()
        settings.bounds.sessions = 100
        settings.bounds.resumptionTime = .milliseconds(10)
        settings.bounds.tasksPerPrincipal = 8
        var events = MemoryEventStore.Limits()
        events.totalBytes = 1_048_576
        let features = try FuzzFeatures()
        return MCPServer(
            Implementation(name: "fuzz", version: "1"),
            features: Features(
                tools: features, resources: features, prompts: features, completions: features, logging: true,
                announcedLists: [.tools, .prompts, .resources]),
            settings: settings,
            continuity: Continuity(
                key: { $0 }, sealer: MemorySealer(limit: 1_000), sessions: MemorySessionStore(limit: 1_000), events: MemoryEventStore(limits: events),
                tasks: MemoryTaskStore(limit: 100)))
    }

    private let list: ToolList

    init() throws {
        list = try ToolList(Self.tools())
    }

    private static func tools() throws -> [Tool] {
        [
            try Tool(
                name: "echo", description: "Says it again.",
                inputSchema: [
                    "type": "object", "properties": ["say": ["type": "string"], "region": ["type": "string", "x-mcp-header": "Region"]],
                ]),
            try Tool(name: "tell", description: "Says it in several messages.", inputSchema: ["type": "object"]),
            try Tool(name: "ask", description: "Asks the person.", inputSchema: ["type": "object"]),
            try Tool(name: "later", description: "Goes on as a task.", inputSchema: ["type": "object"]),
        ]
    }

    // MARK: Tools

    var offersTasks: Bool { true }

    func taskSupport(of tool: String, for principal: String) -> TaskSupport { tool == "later" ? .optional : .never }

    func headerParameters(of tool: String, for principal: String) -> [HeaderParameter] {
        list.tools.first { $0.name == tool }?.headerParameters ?? []
    }

    func listTools(for principal: String, context: CallContext) -> ToolList { list }

    func callTool(_ name: String, arguments: JSONObject, for principal: String, context: CallContext) async throws -> CallToolResult {
        let said = arguments["say"] ?? .null
        switch name {
        case "echo": break
        case "tell":
            for step in 1...3 {
                try await context.progress(Double(step), total: 3, message: said.string)
                try await context.log(.warning, said, logger: said.string)
            }
        case "ask":
            let question = Elicitation.confirmation("Go on?", title: "Go on")
            if context.revision.era == .modern, context.canAsk(.elicitation(question)) { _ = try await context.ask(question) }
        case "later": if context.mayBeginTask { _ = try await context.beginTask("soon") }
        default: throw MCPError.unknownTool(name)
        }
        return CallToolResult(text: said.description)
    }

    // MARK: Resources

    private static let template = ResourceTemplate(uriTemplate: "note://{shelf}/{name}", name: "note", title: "Note", description: "A note.")

    var takesSubscriptions: Bool { true }

    func listResources(for principal: String, after cursor: String?, context: CallContext) throws -> ListPage<Resource> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([Resource(uri: "note://a/1", name: "1", title: "1", mimeType: "text/plain", size: 1)])
    }

    func listResourceTemplates(for principal: String, after cursor: String?, context: CallContext) throws -> ListPage<ResourceTemplate> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([Self.template])
    }

    func readResource(_ uri: String, for principal: String, context: CallContext) throws -> ReadResourceResult {
        guard let variables = Self.template.variables(of: uri), variables["shelf"] == "a" else { throw MCPError.unknownResource(uri) }
        return ReadResourceResult(uri: uri, mimeType: "text/plain", text: variables["name"] ?? "")
    }

    func topic(of uri: String, for principal: String) -> String? { Self.template.variables(of: uri)?["shelf"] == "a" ? uri : nil }

    // MARK: Prompts

    private static let prompt = Prompt(
        name: "report", title: "Report", description: "Writes a report.", arguments: [.init(name: "topic", isRequired: true)])

    func listPrompts(for principal: String, after cursor: String?, context: CallContext) throws -> ListPage<Prompt> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([Self.prompt])
    }

    func getPrompt(_ name: String, arguments: [String: String], for principal: String, context: CallContext) throws -> GetPromptResult {
        guard name == Self.prompt.name else { throw MCPError.unknownPrompt(name) }
        try Self.prompt.check(arguments)
        return GetPromptResult(description: "A report", text: arguments["topic"] ?? "")
    }

    func complete(_ request: CompletionRequest, for principal: String, context: CallContext) throws -> Completion {
        switch request.reference {
        case .prompt("report"): Completion(of: ["topic", request.known["tone"] ?? ""], for: request.value)
        case .resource(Self.template.uriTemplate): Completion(of: ["a"], for: request.value)
        default: throw MCPError.unknownReference
        }
    }
}
