import Access
import JSON
import MCP

/// `tools_describe`: tools as `tools/list` returns them, with their full schemas.
struct DescribeTools: Tool {
    struct Input: ToolArguments {
        var names: [String] = []
    }

    /// Most tools in one call.
    private static let maximumCount: Int64 = 20

    let name = "tools_describe"
    let access = ToolAccess(.facade, scope: .any, audience: .anyone, effect: .reads, secrets: .none)
    let title = "Describe tools"
    let description = "Gives description, arguments (JSON Schema) and effect of tools by name. Names that you have no tool for are listed as unknown."
    let arguments: [Argument<Input>] = [
        Argument(
            "names",
            schema: [
                "type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": .number(JSONNumber(maximumCount)),
                "description": "Names from tools_search.",
            ]
        ) { value, input in input.names = value.array?.compactMap(\.string) ?? [] }.required
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let toolbox = call.context.toolbox
        var described: [MCP.Tool] = []
        var unknown: [String] = []
        for name in input.names {
            // An alias is described as the tool that it names.
            guard let tool = toolbox?.described(name, to: call.caller, in: call.grant.packages.behindFacade) else {
                unknown.append(String(name.prefix(128)))
                continue
            }
            if !described.contains(where: { $0.name == tool.name }) { described.append(tool) }
        }
        return .object(rows: described.count) { writer in
            writer.member("tools", ToolList(described).fragment(for: .newestLegacy))
            writer.member("unknown", unknown)
        }
    }
}
