import MCP

extension ToolAnnotations {
    /// The one hint by which clients decide what to ask a person about: that a tool reads alone, or whether what it writes destroys something.
    var short: ToolAnnotations {
        readOnlyHint == true ? ToolAnnotations(readOnlyHint: true) : ToolAnnotations(destructiveHint: destructiveHint)
    }
}
