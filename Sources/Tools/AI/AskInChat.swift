import Access
import Ask
import Catalog
import Charts
package import JSON
import SQL
import SQLGuard
import SQLSyntax
import Store

/// `mcp_question`: a question in a chat, with the answer in the format of the question server.
struct AskInChat: QuestionTool {
    struct Input: ToolArguments {
        var chat: Int64?
        var question = ""
        var source: String?
        var language: String?
        var streams = true
        var returnsImage = true
        var model: String?
    }

    let asking: QuestionRunner
    var chats: Chats { asking.chats }

    let name = "mcp_question"
    let secrets = ToolSecrets.none
    let length = ToolLength.long
    let logsIntent = true
    let showsRows = true
    let title = "Ask in a chat"
    let description = """
        Answers a question in plain language in a chat from mcp_start: SQL, rows, chart; with stream (the default) as Markdown, else as JSON.
        """
    let arguments: [Argument<Input>] = [
        .token, .number("chat_id", \.chat, "The chat, from mcp_start.").required, .text("question", \.question, "The question.").required,
        .label("datasource_id", \.source, "Its id or name; chosen by the question when absent."), .workspaceID,
        .text("lang", \.language, "zh-CN, zh-TW, en or ko-KR; zh-CN when absent."),
        .lenientFlag("stream", \.streams, "Markdown in place of JSON; true when absent."),
        .lenientFlag("return_img", \.returnsImage, "Picture of the chart; true when absent."),
        .label("custom_model", \.model, "A model of get_model_list."),
    ]

    func language(for arguments: JSONObject) -> QuestionLanguage { QuestionLanguage(named: arguments["lang"]?.string) ?? .simplifiedChinese }

    func principal(for arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal {
        try await QuestionCaller(chats: chats, sources: asking.sources).principal(for: arguments, of: principal)
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let chat = try await asking.chat(input.chat ?? 0, call)
        let language = QuestionLanguage(named: input.language) ?? .simplifiedChinese
        let answerWriter = AnswerWriter(call.context, language, collects: input.streams)
        let turn = ChatTurn(
            asking: asking, chat: chat, question: input.question, source: input.source, answerWriter: answerWriter,
            warnings: warnings(input, call, language), draws: true, paints: input.returnsImage, model: input.model)
        var outcome = try await turn.outcome(call)
        if input.streams { outcome.text = .whole(answerWriter.markdown) }
        return outcome
    }

    /// Warnings about arguments that have no effect.
    private func warnings(_ input: Input, _ call: ToolCall, _ language: QuestionLanguage) -> [String] {
        var warnings: [String] = []
        if QuestionLanguage(named: input.language) == nil { warnings.append(language(.unknownLanguage, String(input.language?.prefix(20) ?? ""))) }
        let workspace = call.caller.workspace
        if let wanted = QuestionCaller.label(call.arguments["oid"]),
            ![String(workspace.id.rawValue), workspace.name].contains(wanted)
        {
            warnings.append(language(.chatStays, workspace.name, String(wanted.prefix(60))))
        }
        return warnings
    }
}

/// The members that a chat adds to the beginning of a response.
struct QuestionHead: Sendable {
    let chat: ChatID
    let record: ChatRecordID
    let title: String?
    let source: Int64?
    let warnings: [String]
}

extension JSONLimits {
    /// Limits for JSON that this server wrote itself.
    static let largeAnswer = JSONLimits(maximumByteCount: .max, maximumDepth: 64)
}

extension Argument {
    /// A flag that clients may also send as text, and as null for false.
    static func lenientFlag(_ name: String, _ path: Path<Bool>, _ description: String) -> Argument {
        Argument(name, schema: ["type": ["boolean", "string"], "description": .string(description)]) { value, input in
            if let flag = value.flagOfClients { input[keyPath: path] = flag }
        }.reading(null: false)
    }
}

extension JSONValue {
    /// A flag as clients of the question server send it: also as text, with the words that its framework reads. Nil for anything else.
    package var flagOfClients: Bool? {
        if let bool { return bool }
        switch string?.lowercased() {
        case "true", "1", "yes", "on", "t", "y": return true
        case "false", "0", "no", "off", "f", "n": return false
        default: return nil
        }
    }
}
