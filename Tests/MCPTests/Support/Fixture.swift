import HTTPTypes
import JSON
import Testing

@testable import MCP

/// A provider with a few tools, of which only `ada` has `secret`. A result names the tool that ran.
struct FixtureTools: ToolProvider {
    let list: ToolList
    let calls: @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult

    init(calls: @escaping @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult = FixtureTools.run) throws {
        list = ToolList([try FixtureTools.echo, try FixtureTools.routed], cacheHint: CacheHint(timeToLive: .seconds(60)))
        self.calls = calls
    }

    static var echo: Tool {
        get throws {
            try Tool(
                name: "echo", title: "Echo", description: "Says it again.",
                inputSchema: ["type": "object", "properties": ["say": ["type": "string"]]],
                outputSchema: ["type": "object"],
                annotations: ToolAnnotations(readOnlyHint: true)
            )
        }
    }

    static var routed: Tool {
        get throws {
            try Tool(
                name: "routed", description: "Routes.",
                inputSchema: [
                    "type": "object",
                    "properties": [
                        "region": ["type": "string", "x-mcp-header": "Region"],
                        "deep": ["type": "object", "properties": ["count": ["type": "integer", "x-mcp-header": "Count"]]],
                        "flag": ["type": "boolean", "x-mcp-header": "Flag"],
                    ],
                ]
            )
        }
    }

    func listTools(for principal: String, context: CallContext) async throws -> ToolList { list }

    func headerParameters(of tool: String, for principal: String) -> [HeaderParameter] {
        list.tools.first { $0.name == tool }?.headerParameters ?? []
    }

    func callTool(_ name: String, arguments: JSONObject, for principal: String, context: CallContext) async throws -> CallToolResult {
        try await calls(name, arguments, context)
    }

    static let run: @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult = { name, arguments, context in
        switch name {
        case "echo":
            guard let say = arguments["say"]?.string else { return .failure("argument 'say': expected a string") }
            return CallToolResult(structured: JSONFragment(["said": .string(say)]))
        case "routed": return CallToolResult(text: "routed")
        case "count":
            for step in [1.0, 2.0, 2.0, 3.0] { try await context.progress(step, total: 3, message: "at \(Int(step))") }
            return CallToolResult(text: "counted")
        case "scoped": throw MCPError.insufficientScope(tool: name, granted: ["read"], required: "write", challenge: "Bearer scope=\"write\"")
        case "signed_in": throw MCPError.unauthorized(challenge: "Bearer realm=\"r\"")
        case "broken": throw FixtureFailure()
        case "log":
            try await context.log(.info, "quiet")
            try await context.log(.error, ["loud": true], logger: "fixture")
            return CallToolResult(text: "logged")
        default: throw MCPError.unknownTool(name)
        }
    }
}

struct FixtureFailure: Error {}

extension MCPServer<String> {
    /// A server with the fixture's tools.
    static func fixture(
        _ tools: FixtureTools? = nil, logging: Bool = false, settings: MCPSettings = MCPSettings()
    ) throws -> MCPServer<String> {
        MCPServer(
            Implementation(name: "fixture", version: "1.0", title: "Fixture"),
            instructions: "Use it.",
            features: Features(tools: try tools ?? FixtureTools(), logging: logging),
            settings: settings
        )
    }

    /// Posts a body with JSON headers and those given; a nil value leaves a header out.
    func post(_ body: String, _ headers: [(String, String)] = []) async throws -> MCPHTTPResponse {
        var fields: HTTPFields = [.contentType: "application/json", .accept: "application/json"]
        for (name, value) in headers { fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        let request = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/mcp", headerFields: fields)
        return await respond(to: request, body: Array(body.utf8), principal: "ada")
    }

    /// Posts a modern request with all its headers, of which some are replaced or, when empty, left out.
    func postModern(
        _ method: String, _ params: String = "", name: String? = nil, headers: [String: String] = [:], version: String = "2026-07-28",
        meta: String = ""
    ) async throws -> MCPHTTPResponse {
        let envelope = """
            {"io.modelcontextprotocol/protocolVersion":"\(version)","io.modelcontextprotocol/clientCapabilities":{}\(meta)}
            """
        let body = """
            {"jsonrpc":"2.0","id":7,"method":"\(method)","params":{\(params)\(params.isEmpty ? "" : ",")"_meta":\(envelope)}}
            """
        var all = ["MCP-Protocol-Version": version, "Mcp-Method": method]
        if let name { all["Mcp-Name"] = name }
        all.merge(headers) { _, new in new }
        return try await post(body, all.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) })
    }
}

extension MCPHTTPResponse {
    /// Status and JSON-RPC error code, as `400 -32600`; status alone without an error.
    var summary: String {
        get async throws {
            let text = await bodyText
            let code = text.isEmpty ? nil : try JSONValue(parsing: text)["error"]?["code"]?.int
            return "\(head.status.code)" + (code.map { " \($0)" } ?? "")
        }
    }
}
