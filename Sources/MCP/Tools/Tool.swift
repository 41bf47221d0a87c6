public import JSON

/// A tool as clients see it. Making one checks what clients would choke on, so that a bad tool is refused at start.
public struct Tool: Hashable, Sendable {
    /// `^[a-z][a-z0-9_]{0,47}$`: narrower than the protocol, because clients prefix and cut names.
    public let name: String
    /// Name for people.
    public let title: String?
    /// For the model: what the tool does and when to use it.
    public let description: String
    /// JSON Schema of the arguments; its root is an object.
    public let inputSchema: JSONValue
    /// JSON Schema of ``CallToolResult/structuredContent``.
    public let outputSchema: JSONValue?
    /// Hints for clients that decide what to ask a person about.
    public let annotations: ToolAnnotations
    /// Sent since 2025-11-25.
    public let icons: [Icon]
    /// The tool's `_meta`. Sent since 2025-06-18.
    public let meta: JSONObject?
    /// Arguments that a modern client repeats as headers (`x-mcp-header` in the input schema).
    public let headerParameters: [HeaderParameter]

    /// - Throws: ``ToolDefinitionError`` naming the tool and what is wrong with it.
    public init(
        name: String,
        title: String? = nil,
        description: String,
        inputSchema: JSONValue,
        outputSchema: JSONValue? = nil,
        annotations: ToolAnnotations = ToolAnnotations(),
        icons: [Icon] = [],
        meta: JSONObject? = nil
    ) throws(ToolDefinitionError) {
        guard Self.isValidName(name) else { throw ToolDefinitionError(tool: name, reason: "a name is ^[a-z][a-z0-9_]{0,47}$") }
        guard inputSchema["type"]?.string == "object" else {
            throw ToolDefinitionError(tool: name, reason: "the root of an input schema has the type \"object\"")
        }
        do {
            headerParameters = try HeaderParameter.collect(from: inputSchema)
        } catch {
            throw ToolDefinitionError(tool: name, reason: error.reason)
        }
        self.name = name
        self.title = title
        self.description = description
        self.inputSchema = inputSchema
        self.outputSchema = outputSchema
        self.annotations = annotations
        self.icons = icons
        self.meta = meta
    }

    /// Whether a name is one that a tool may have.
    public static func isValidName(_ name: String) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, bytes.count <= 48, isLowercase(first) else { return false }
        return bytes.allSatisfy { isLowercase($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }

    private static func isLowercase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}

/// A tool that must not be served.
public struct ToolDefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tool's name.
    public let tool: String
    /// What is wrong with it.
    public let reason: String

    public init(tool: String, reason: String) {
        self.tool = tool
        self.reason = reason
    }

    public var description: String { "tool '\(tool)': \(reason)" }
}
