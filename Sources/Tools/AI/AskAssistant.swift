import Access
import Ask
import JSON

/// `mcp_assistant`: a question to data sources that the caller's own service describes. This server has no assistants: it says so.
struct AskAssistant: QuestionTool {
    let chats: Chats

    let name = "mcp_assistant"
    let showsSecret = false
    let setsSecret = false
    let title = "Ask an assistant"
    let description = "No assistant is set up on this server: ask with mcp_question."
    let arguments: [Argument<NoArguments>] =
        ["question", "url", "authorization"].map { name in
            Argument(name, schema: Property.string("As SQLBot has it.")) { _, _ in }
        }
        + [Argument("stream", schema: ["type": ["boolean", "string"], "description": "Accepted for compatibility."]) { _, _ in }, .token]

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        .object { writer in
            writer.member("success", false)
            writer.member("message", "no assistant is set up on this server: ask with mcp_question")
        }
    }
}
