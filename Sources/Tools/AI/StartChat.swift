import Access
import Ask
import JSON
import Store

/// `mcp_start`: signs in to the question server and begins a chat.
struct StartChat: QuestionTool {
    let chats: Chats

    let name = "mcp_start"
    let secrets = ToolSecrets.shownAndSet
    let logsIntent = true
    let title = "Start a chat"
    let description = """
        Signs in with username and password, or a token, and begins a chat: access_token, for an hour, and chat_id for mcp_question.
        """
    let aliases: [String: JSONObject] = ["access_token": [:]]
    /// ``principal(for:of:)`` reads the name and the password before the call is authorized, so they are not decoded here.
    let arguments: [Argument<NoArguments>] = [
        Argument("username", schema: Property.string("NAME, or ORG/NAME.")) { _, _ in },
        Argument("password", schema: Property.string("The password.")) { _, _ in }, .token, .workspaceID,
    ]

    func principal(for arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal {
        try await QuestionCaller(chats: chats).signedIn(arguments, of: principal)
    }

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        let chat = try await chats.start(of: call.caller.chatOwner(), in: call.caller.workspace.id)
        // The token of the sign-in, or the one that the caller sent.
        let token = call.context.givenToken?.text ?? QuestionCaller.text(call.arguments["token"])
        return .object(objects: ["chat/\(chat.rawValue)"]) { writer in
            writer.member("access_token", token)
            writer.member("chat_id", chat.rawValue)
        }
    }
}
