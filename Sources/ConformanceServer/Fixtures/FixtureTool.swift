import JSON
import MCP

/// A tool with its implementation.
struct FixtureTool: Sendable {
    typealias Run = @Sendable (JSONObject, CallContext) async throws -> CallToolResult

    let tool: Tool
    var support = TaskSupport.never
    var required: JSONObject?
    let run: Run

    init(
        _ name: String, _ description: String, properties: JSONValue = [:], required names: [String] = [], support: TaskSupport = .never,
        needs capabilities: JSONObject? = nil, run: @escaping Run
    ) throws {
        let schema: JSONValue = ["type": "object", "properties": properties, "required": .array(names.map(JSONValue.string))]
        tool = try Tool(name: name, description: description, inputSchema: schema)
        self.support = support
        required = capabilities
        self.run = run
    }

    init(_ tool: Tool, run: @escaping Run) {
        self.tool = tool
        self.run = run
    }

    /// The schema of a form with one field.
    static func form(_ name: String, type: String = "string", isRequired: Bool = false) -> JSONValue {
        ["type": "object", "properties": .object([name: ["type": .string(type)]]), "required": .array(isRequired ? [.string(name)] : [])]
    }
}
