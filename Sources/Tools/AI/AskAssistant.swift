import Access
import Ask
import Catalog
import JSON
import SQLGuard

/// `mcp_assistant`: a question that is answered with an assistant of the workspace, or on data sources that an external service describes.
struct AskAssistant: QuestionTool {
    struct Input: ToolArguments {
        var question = ""
        var assistant: String?
        var url: String?
        var authorization: JSONValue?
        var streams = true
        var language: String?
    }

    let domains: Domains
    let asking: QuestionRunner
    var chats: Chats { asking.chats }

    let name = "mcp_assistant"
    let secrets = ToolSecrets.set
    let reachesOutside = true
    let length = ToolLength.long
    let logsIntent = true
    let showsRows = true
    let title = "Ask an assistant"
    let description = """
        Answers a question as an assistant of the workspace is set up to, or on the data sources that your own service at url describes; SQL and rows as \
        mcp_question gives them. Nothing is kept in a chat.
        """
    let arguments: [Argument<Input>] = [
        .token, .workspaceID, .text("question", \.question, "The question.").required,
        Argument.text("assistant", \.assistant, "Its name.").naming("assistant"),
        .text("url", \.url, "Your service; its host must be one that the operator allows."),
        Argument(
            "authorization",
            schema: [
                "type": ["string", "array"], "items": ["type": "object"],
                "description": "What your service is shown: [{target: header|cookie|param, key, value}], also as text.",
            ]
        ) { value, input in input.authorization = value },
        .lenientFlag("stream", \.streams, "Markdown in place of JSON; true when absent."),
        .text("lang", \.language, "zh-CN, zh-TW, en or ko-KR; zh-CN when absent."),
    ]

    func language(for arguments: JSONObject) -> QuestionLanguage { QuestionLanguage(named: arguments["lang"]?.string) ?? .simplifiedChinese }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let answerWriter = AnswerWriter(call.context, QuestionLanguage(named: input.language) ?? .simplifiedChinese, collects: input.streams)
        try QuestionRunner.check(input.question)
        let assistant = try await assistant(input, call)
        let (names, warnings) = try await sources(input, assistant, call)
        let order = QuestionRunner.Order(question: input.question, sources: names, assistant: assistant)
        try await answerWriter.tell(.question(input.question))
        let answer = try await asking.answer(order, call, answerWriter)
        if answer.rows == nil {
            try await answerWriter.tell(.error(answer.read.reading.why?.text(in: answerWriter.language) ?? "", answerWriter.language))
        }
        let chart = asking.chart(of: answer, input.question, answerWriter.language)
        let drawn = try await asking.drawn(chart, paints: false, call, answerWriter)
        var outcome = answer.outcome(in: answerWriter.language, drawn, assistant: assistant, warnings: warnings)
        outcome.meta = await asking.drawings(of: chart, for: call)
        if input.streams { outcome.text = .whole(answerWriter.markdown) }
        return outcome
    }

    private func assistant(_ input: Input, _ call: ToolCall) async throws -> Assistant? {
        let workspace = call.caller.workspace.id
        if let name = input.assistant { return try await domains.assistants.find(name, in: workspace) }
        guard input.url == nil else { return nil }
        let names = try await domains.assistants.list(in: workspace).map(\.name)
        let known = names.isEmpty ? "; this workspace has no assistants" : "; assistants: \(names.prefix(20).joined(separator: ", "))"
        throw Refusal(.invalidArgument, "assistant, url: expected one of them\(known)")
    }

    /// Names of the data sources that may answer the question.
    private func sources(_ input: Input, _ assistant: Assistant?, _ call: ToolCall) async throws -> (names: [String], warnings: [String]) {
        let workspace = call.caller.workspace.id
        guard let url = input.url else {
            let all = try await asking.sources.list(in: workspace).map(\.name)
            guard let assistant, !assistant.sources.isEmpty else { return (all, []) }
            let there = assistant.sources.filter(all.contains)
            guard !there.isEmpty else { throw Refusal(.notFound, "the data sources of assistant '\(assistant.name)' are not there any more") }
            return (there, [])
        }
        var (names, warnings): ([String], [String]) = ([], [])
        let described = try await AssistantEndpoint(url, input.authorization, asking.sources).describe(for: call.caller.accountKey)
        warnings += described.warnings
        for source in described.sources {
            do throws(CatalogError) {
                let name = try await asking.sources.attach(source, in: workspace)
                // The answer reports a database that does not respond.
                let contents = try? await domains.catalog.contents(of: name, in: workspace, call.bounds)
                warnings += contents?.leftOut ?? []
                if contents.map({ $0.collections.isEmpty && !$0.leftOut.isEmpty }) ?? false { continue }
                names.append(name)
            } catch {
                warnings.append(error.reason)
            }
        }
        guard !names.isEmpty else { throw Refusal(.invalidArgument, warnings.joined(separator: "; ")) }
        return (names, warnings)
    }
}
