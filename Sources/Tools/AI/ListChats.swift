import Access
package import Ask
import Identity
package import JSON
import Store

/// `chats_list`: the caller's own chats, or the questions of one.
struct ListChats: Tool {
    struct Input: ToolArguments {
        var chat: Int64?
        var page = PageArguments()
    }

    let domains: Domains

    let name = "chats_list"
    let access = ToolAccess(.server, scope: .one(.ask), audience: .members, effect: .reads, secrets: .none)
    let title = "List chats"
    let description = "Lists your own chats of this workspace, or with chat the questions of one, oldest first."
    let arguments: [Argument<Input>] = [.number("chat", \.chat, "One chat's id: its questions are listed.")] + Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, domains.store.secrets)
        let owner = try call.caller.chatOwner()
        guard let id = input.chat else {
            let chats = try await domains.chats.list(of: owner, in: call.caller.workspace.id)
            return try .page(request.part(of: chats, by: { .int(-$0.used.microseconds) }), of: request) { writer, chat in chat.write(to: &writer) }
        }
        guard let chat = try await domains.chats.find(ChatID(id), of: owner), chat.workspace == call.caller.workspace.id else {
            throw QuestionCaller.unknownChat(id)
        }
        let records = try await domains.chats.records(of: chat)
        return try .page(request.part(of: records, by: { .int($0.id.rawValue) }), of: request, objects: ["chat/\(id)"]) { writer, record in
            record.write(to: &writer)
        }
    }
}

extension Chat {
    package func write(to writer: inout JSONWriter) {
        writer.member("id", id.rawValue)
        writer.member("title", title)
        writer.member("dataSource", source)
        writer.member("questions", questions)
        writer.member("createdAt", created)
        writer.member("usedAt", used)
    }
}

extension KeptRecord {
    package func write(to writer: inout JSONWriter) {
        writer.member("id", id.rawValue)
        writer.member("question", record.question)
        writer.member("status", record.status.rawValue)
        writer.member("dataSource", record.source)
        writer.member("sql", record.sql)
        writer.member("createdAt", created)
    }
}
