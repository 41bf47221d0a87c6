import Access

/// `tools_call`: runs a tool by name. Such a call is replaced by the named call before it is authorized (see ``NamedCall``). Only a call
/// without a valid name, or with other arguments, reaches this type, and is refused.
struct CallNamedTool: Tool {
    static let tool = "tools_call"

    let name = tool
    let access = ToolAccess(.facade, scope: .any, audience: .anyone, effect: .writes, secrets: .shownAndSet)
    /// The strongest effect of any tool.
    let destroys = true
    let title = "Call a tool"
    let description = """
        Runs a tool by name, with its arguments as tools_describe gives them. Rights, checks, confirmation and log are those of the named tool.
        """
    let arguments: [Argument<NoArguments>] = [
        Argument("name", schema: Property.string("The tool's name.")) { _, _ in }.required,
        Argument("arguments", schema: Property.object("The tool's arguments; none when absent.")) { _, _ in },
    ]

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        throw Refusal(.unknownTool, "Tool '\(name)' not found")
    }
}
