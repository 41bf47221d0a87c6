import JSON
import MCP

/// All tools of the suite. The first has no arguments.
struct FixtureTools: ToolProvider {
    private let list: ToolList
    private let byName: [String: FixtureTool]

    init(_ announcer: Announcer) throws {
        let tools =
            try ContentTools.all() + SchemaTools.all() + ConversationTools.all() + QuestionTools.all() + ChangeTools.all(announcer) + TaskTools.all()
        list = ToolList(tools.map(\.tool))
        byName = Dictionary(uniqueKeysWithValues: tools.map { ($0.tool.name, $0) })
    }

    var offersTasks: Bool { true }

    func listTools(for visitor: Visitor, context: CallContext) -> ToolList { list }

    func taskSupport(of tool: String, for visitor: Visitor) -> TaskSupport { byName[tool]?.support ?? .never }

    func requiredCapabilities(of tool: String, for visitor: Visitor) -> JSONObject? { byName[tool]?.required }

    func headerParameters(of tool: String, for visitor: Visitor) -> [HeaderParameter] { byName[tool]?.tool.headerParameters ?? [] }

    func callTool(_ name: String, arguments: JSONObject, for visitor: Visitor, context: CallContext) async throws -> CallToolResult {
        guard let tool = byName[name] else { throw MCPError.unknownTool(name) }
        return try await tool.run(arguments, context)
    }
}
