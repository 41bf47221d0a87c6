public import JSON

/// A tool as clients see it. The initializer checks everything that clients reject, so an invalid tool is found at start.
public struct Tool: Hashable, Sendable {
    /// 1 to 128 characters of `A-Z a-z 0-9 _ - .`, as the protocol requires. Many clients add a prefix and then accept 64 characters
    /// without a dot, so use at most 47 of `a-z 0-9 _`.
    public let name: String
    /// Display name.
    public let title: String?
    /// Tells the model what the tool does and when to use it.
    public let description: String
    /// JSON Schema of the arguments. Its root must be an object.
    public let inputSchema: JSONValue
    /// JSON Schema of ``CallToolResult/structuredContent``.
    public let outputSchema: JSONValue?
    /// Hints for clients, which use them to decide when to ask the user for confirmation.
    public let annotations: ToolAnnotations
    /// Sent since 2025-11-25.
    public let icons: [Icon]
    /// The tool's `_meta`. Sent since 2025-06-18.
    public let meta: JSONObject?
    /// Arguments that modern clients repeat as headers (`x-mcp-header` in the input schema).
    public let headerParameters: [HeaderParameter]

    /// - Throws: ``ToolDefinitionError``, which names the tool and the fault.
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
        guard Self.isValidName(name) else { throw ToolDefinitionError(tool: name, reason: "a name is 1 to 128 of A-Z a-z 0-9 _ - .") }
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

    /// Whether a tool may have the name.
    public static func isValidName(_ name: String) -> Bool {
        guard (1...128).contains(name.utf8.count) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
    }
}

/// Why a tool definition is invalid.
public struct ToolDefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tool's name.
    public let tool: String
    /// The fault.
    public let reason: String

    public init(tool: String, reason: String) {
        self.tool = tool
        self.reason = reason
    }

    public var description: String { "tool '\(tool)': \(reason)" }
}
