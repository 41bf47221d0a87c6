import JSON

@testable import MCP

/// A principal of the tests: a person of an organization.
struct Person: Hashable, Sendable {
    var name: String
    var organization = "acme"

    static let ada = Person(name: "ada")
    static let bob = Person(name: "bob")
    static let eve = Person(name: "eve", organization: "evil")
}

/// Servers with every feature, on stores that several nodes can share.
struct World: Sendable {
    var sealer = MemorySealer()
    var sessions = MemorySessionStore()
    var events = MemoryEventStore()
    var bus = MemoryBus()
    var tasks = MemoryTaskStore()
    var settings = MCPSettings()
    /// Who is counted; each person by itself where it is nil.
    var account: (@Sendable (Person) -> String?)?
    var isCurrent: @Sendable (Person) async -> Bool = { _ in true }
    /// Whether a tool is open.
    var isOpen: @Sendable (String, Person) async -> Bool = { _, _ in true }

    func server(
        tools run: @escaping @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult = { name, _, _ in
            throw MCPError.unknownTool(name)
        }
    ) throws -> MCPServer<Person> {
        MCPServer(
            Implementation(name: "world", version: "1"),
            features: Features(
                tools: try WorldTools(run: run, isOpen: isOpen), resources: WorldResources(sealer: sealer), prompts: WorldPrompts(),
                completions: WorldPrompts(),
                logging: true, announcedLists: [.tools, .prompts, .resources]),
            settings: settings,
            continuity: Continuity(
                key: { $0.name.isEmpty ? nil : "\($0.organization)/\($0.name)" }, account: account, audiences: { [$0.organization] },
                isCurrent: isCurrent,
                sealer: sealer, sessions: sessions, events: events, bus: bus, tasks: tasks))
    }

    func client(_ person: Person = .ada, _ server: MCPServer<Person>) -> TestClient<Person> { TestClient(server, as: person) }
}

/// One tool of any name, which does what the test defines. Names that begin with `task` may continue as tasks.
struct WorldTools: ToolProvider {
    let list = try? ToolList([Tool(name: "tool", description: "Does what the test says.", inputSchema: ["type": "object"])])
    let run: @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult
    let isOpen: @Sendable (String, Person) async -> Bool

    init(
        run: @escaping @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult,
        isOpen: @escaping @Sendable (String, Person) async -> Bool
    ) throws {
        self.run = run
        self.isOpen = isOpen
    }

    func isOpen(_ tool: String, to person: Person) async -> Bool { await isOpen(tool, person) }

    var offersTasks: Bool { true }

    func taskSupport(of tool: String, for person: Person) -> TaskSupport {
        tool == "task_required" ? .required : tool.hasPrefix("task") ? .optional : .never
    }

    func listTools(for person: Person, context: CallContext) throws -> ToolList { list ?? ToolList([]) }

    func callTool(_ name: String, arguments: JSONObject, for person: Person, context: CallContext) async throws -> CallToolResult {
        try await run(name, arguments, context)
    }
}

/// Notes of each organization under the same URIs.
struct WorldResources: ResourceProvider {
    let sealer: MemorySealer
    static let template = ResourceTemplate(uriTemplate: "note://{shelf}/{name}", name: "note", title: "Note", description: "A note.")

    var takesSubscriptions: Bool { true }

    func listResources(for person: Person, after cursor: String?, context: CallContext) throws -> ListPage<Resource> {
        let all = (1...5).map { Resource(uri: "note://a/\($0)", name: "note-\($0)", title: "Note \($0)", mimeType: "text/plain", size: 4) }
        return try SealedCursors(sealer, pageSize: 2).page(all, after: cursor, list: "resources", owner: person.name)
    }

    func listResourceTemplates(for person: Person, after cursor: String?, context: CallContext) throws -> ListPage<ResourceTemplate> {
        try SealedCursors(sealer).page([Self.template], after: cursor, list: "templates", owner: person.name)
    }

    func readResource(_ uri: String, for person: Person, context: CallContext) throws -> ReadResourceResult {
        guard let variables = Self.template.variables(of: uri), variables["shelf"] == "a" else { throw MCPError.unknownResource(uri) }
        return ReadResourceResult(uri: uri, mimeType: "text/plain", text: "\(person.organization) \(variables["name"] ?? "")")
    }

    func topic(of uri: String, for person: Person) -> String? {
        Self.template.variables(of: uri)?["shelf"] == "a" ? "\(person.organization) \(uri)" : nil
    }
}

struct WorldPrompts: PromptProvider, CompletionProvider {
    static let prompt = Prompt(
        name: "report", title: "Report", description: "Writes a report.",
        arguments: [.init(name: "topic", title: "Topic", isRequired: true), .init(name: "tone")])

    func listPrompts(for person: Person, after cursor: String?, context: CallContext) throws -> ListPage<Prompt> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([Self.prompt])
    }

    func getPrompt(_ name: String, arguments: [String: String], for person: Person, context: CallContext) throws -> GetPromptResult {
        guard name == Self.prompt.name else { throw MCPError.unknownPrompt(name) }
        try Self.prompt.check(arguments)
        return GetPromptResult(description: "A report", text: "Report on \(arguments["topic"] ?? "") \(arguments["tone"] ?? "")")
    }

    func complete(_ request: CompletionRequest, for person: Person, context: CallContext) throws -> Completion {
        switch request.reference {
        case .prompt("report"): Completion(of: (1...150).map { "topic \($0)" } + ["a topic", request.known["tone"] ?? ""], for: request.value)
        case .resource(WorldResources.template.uriTemplate): Completion(of: ["a"], for: request.value)
        default: throw MCPError.unknownReference
        }
    }
}
