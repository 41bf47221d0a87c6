import MCP

extension ToolAnnotations {
    /// Only the hint by which clients decide what to ask a person about: that a tool only reads, or whether its writing is destructive.
    var short: ToolAnnotations {
        readOnlyHint == true ? ToolAnnotations(readOnlyHint: true) : ToolAnnotations(destructiveHint: destructiveHint)
    }
}
