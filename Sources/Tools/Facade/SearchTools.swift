import Access
import JSON
import MCP

/// `tools_search`: finds tools by words in their names, descriptions and arguments.
struct SearchTools: Tool {
    struct Input: ToolArguments {
        var query = ""
        var limit = 10
    }

    let name = "tools_search"
    let access = ToolAccess(.facade, scope: .any, audience: .anyone, effect: .reads, secrets: .none)
    let title = "Search tools"
    let description = """
        Finds tools for a task, best first, among those that you may use: rows of tables, schemas, SQL, questions in plain language, access rules, users, keys. \
        Then read their arguments with tools_describe and run one with tools_call.
        """
    let arguments: [Argument<Input>] = [
        .text("query", \.query, "Words for the task, for example: list rows, add member. Empty for all tools.").required,
        .integer("limit", \.limit, in: 1...100, "Tools at most; 10 when absent."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let found = call.context.toolbox?.search(input.query, for: call.caller, in: call.grant.packages.behindFacade) ?? []
        return .object(rows: min(found.count, input.limit)) { writer in
            writer.member("tools", Array(found.prefix(input.limit))) { writer, tool in
                writer.member("name", tool.name)
                writer.member("title", tool.title)
                writer.member("description", Self.beginning(of: tool.description))
                writer.member("arguments", tool.inputSchema["properties"]?.object?.keys.map { $0 } ?? [])
                writer.member("required", tool.inputSchema["required"]?.array?.compactMap(\.string) ?? [])
            }
            writer.member("total", found.count)
        }
    }

    /// The first sentence of a description.
    private static func beginning(of description: String) -> String {
        description.firstRange(of: ". ").map { String(description[..<$0.lowerBound]) + "." } ?? description
    }
}
