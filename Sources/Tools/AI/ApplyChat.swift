import Access
import Ask
import Catalog
import JSON
import SQLSyntax
import Store

/// `chats_apply`: renames or removes a chat of the caller, or proposes SQL for one of its questions.
struct ApplyChat: Tool {
    struct Input: ToolArguments {
        var action = ""
        var chat: Int64?
        var title = ""
        var record: Int64?
        var pattern: String?
        var slots: JSONValue?
        var sql: String?
    }

    let domains: Domains

    let name = "chats_apply"
    let access = ToolAccess(
        .server,
        scope: .byValue(
            of: "action", ["rename", "delete", "propose"].map { ToolScope.Choice(value: $0, scope: .ask, effect: .writes, destroys: $0 == "delete") }),
        audience: .members, effect: .writes, secrets: .none)
    let title = "Change a chat"
    let description = """
        Renames or deletes a chat of yours, or proposes the right SQL for one of your questions as a verified query: an administrator reviews it before \
        it answers anything.
        """
    let arguments: [Argument<Input>] = [
        .chosen("action", \.action, "What to do.").required,
        Argument.number("chat", \.chat, "With rename and delete: the chat's id.").naming("chat"),
        .text("title", \.title, "With rename: the new title."), .number("record", \.record, "With propose: the id of the question."),
        .text("pattern", \.pattern, "With propose: the question with slots in braces; as it was asked when absent."),
        .object("slots", \.slots, "With propose: what each slot takes, as verified_queries_apply has it."),
        .text("sql", \.sql, "With propose: the right SQL; what the question was answered with when absent."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let owner = try call.caller.chatOwner()
        let workspace = call.caller.workspace.id
        guard input.action != "propose" else { return try await propose(input, owner, call) }
        guard let chat = input.chat else { throw Refusal(.invalidArgument, "chat: expected the id of a chat") }
        if input.action == "rename" {
            let title = input.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard (1...Chats.maximumChosenTitle).contains(title.count) else {
                throw Refusal(.invalidArgument, "title: expected one to \(Chats.maximumChosenTitle) characters")
            }
            try await domains.chats.rename(ChatID(chat), to: title, of: owner, in: workspace)
        } else {
            try await domains.chats.remove(ChatID(chat), of: owner, in: workspace)
        }
        return .object(changed: 1, objects: ["chat/\(chat)"]) { writer in writer.member("id", chat) }
    }

    private func propose(_ input: Input, _ owner: ChatOwner, _ call: ToolCall) async throws -> ToolOutcome {
        guard let id = input.record else { throw Refusal(.invalidArgument, "record: expected the id of a question, from chats_list") }
        let workspace = call.caller.workspace.id
        let record = try await domains.chats.record(ChatRecordID(id), of: owner, in: workspace).record
        guard let sql = input.sql ?? record.sql else { throw Refusal(.invalidArgument, "sql: expected, since the question was not answered") }
        let slots = try VerifiedQuery.slots(input.slots) ?? [:]
        let content = VerifiedQuery.Content(pattern: input.pattern ?? record.question, slots: slots, sql: sql)
        let contents = try await domains.catalog.contents(of: record.source, in: workspace, call.bounds)
        let tables = try await domains.tables(of: contents, for: call.caller)
        if let problem = VerifiedQueryCheck(content, tables: tables, in: contents.dialect).problem { throw Refusal(.invalidArgument, problem) }
        let made = try await domains.verified.add(
            content, to: record.source, in: workspace, by: call.caller.userLabel ?? call.caller.label, isApproved: false)
        return .object(changed: 1, objects: ["verified_query/\(made.rawValue)"]) { writer in
            writer.member("id", made.rawValue)
            writer.member("status", VerifiedQuery.Status.proposed.rawValue)
        }
    }
}
