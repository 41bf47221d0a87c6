package import Access
package import JSON
package import MCP

/// One operation, defined once: the MCP tool, its REST route, its snapshot and its row in the documentation come from this value.
package struct ToolDefinition: Sendable {
    /// Whether a call changes something: a writing call is audited before it runs.
    package enum Effect: Sendable {
        case reads, writes
    }

    package let name: String
    /// Other names under which clients of other servers know it; authorized as this tool.
    package let aliases: [String]
    package let permit: ToolPermit
    package let title: String
    package let description: String
    package let annotations: ToolAnnotations
    package let inputSchema: JSONValue
    /// The scope that one call needs, from its input.
    package let scope: @Sendable (ToolInput) -> Scope
    package let effect: @Sendable (ToolInput) -> Effect
    package let run: @Sendable (Grant, ToolInput, ToolContext) async throws -> ToolOutcome
}
