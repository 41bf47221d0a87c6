import Access
import Ask
import JSON
import Store

/// `mcp_ws_list`: the workspaces in which the caller may ask questions.
struct ListQuestionWorkspaces: QuestionTool {
    let chats: Chats

    let name = "mcp_ws_list"
    let secrets = ToolSecrets.none
    let title = "List workspaces to ask in"
    let description = "Lists workspaces to ask in: id (oid) and name."
    let arguments: [Argument<NoArguments>] = [.token]

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        let workspaces = try await call.context.principal?.workspaces(call.arguments) ?? [call.caller.workspace]
        return .plainList(workspaces.sorted { $0.name < $1.name }) { writer, workspace in
            writer.member("id", String(workspace.id.rawValue))
            writer.member("name", workspace.name)
        }
    }
}
