import Access
import Ask
import JSON

/// What the question server's tools have in common: members with the scope `ask` may call them, a token among the arguments can identify the caller,
/// and failures carry the HTTP status that clients of that server expect.
protocol QuestionTool: Tool {
    var chats: Chats { get }
    var secrets: ToolSecrets { get }
}

extension QuestionTool {
    var access: ToolAccess { ToolAccess(.ai, scope: .one(.ask), audience: .members, effect: .reads, secrets: secrets) }
    var tellsStatus: Bool { true }

    func principal(for arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal {
        try await QuestionCaller(chats: chats).principal(for: arguments, of: principal)
    }
}
