import Access
import Ask
import JSON

/// What the tools of the question server have in common: members with the scope `ask` call them, a token among the arguments says as whom, and their
/// refusals are told with the status that clients of that server know.
protocol QuestionTool: Tool {
    var chats: Chats { get }
}

extension QuestionTool {
    var package: PackageName { .ai }
    var scope: ToolScope { .one(.ask) }
    var audience: ToolPermit.Audience { .members }
    var effect: ToolEffect { .reads }
    var tellsStatus: Bool { true }

    func requester(for arguments: JSONObject, of requester: Requester) async throws -> Requester {
        try await QuestionCaller(chats: chats).requester(for: arguments, of: requester)
    }
}
