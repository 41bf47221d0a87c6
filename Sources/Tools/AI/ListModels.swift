import Access
import Ask
import JSON

/// `get_model_list`: what answers questions here. The built-in engine is the only one.
struct ListModels: Tool {
    let chats: Chats

    let name = "get_model_list"
    let package = PackageName.ai
    let scope = ToolScope.one(.ask)
    let audience = ToolPermit.Audience.members
    let effect = ToolEffect.reads
    let showsSecret = false
    let setsSecret = false
    let tellsStatus = true
    let title = "List models"
    let description = "Lists what can answer questions; the built-in engine comes first."
    let aliases: [String: JSONObject] = ["mcp_model_list": [:]]
    let arguments: [Argument<NoArguments>] = [.token, .workspaceID]

    func requester(for arguments: JSONObject, of requester: Requester) async throws -> Requester {
        try await QuestionCaller(chats: chats).requester(for: arguments, of: requester)
    }

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        .plainList(["built-in"]) { writer, name in
            writer.member("id", "0")
            writer.member("name", name)
            writer.member("default_model", true)
            writer.member("supplier", Int64(0))
        }
    }
}
