import Access
import Ask
import Catalog
import JSON
import SQL
import SQLGuard
import SQLSyntax
import Store

/// `ask_question`: a question in plain language, answered by the built-in engine with SQL and rows.
struct AskQuestion: Tool {
    struct Input: ToolArguments {
        var question = ""
        var source: String?
        var chat: String?
        var language: String?
        var draws = false
        var maximumRows = QuestionRunner.maximumRows
    }

    let asking: QuestionRunner

    let name = "ask_question"
    let access = ToolAccess(.ai, scope: .one(.ask), audience: .members, effect: .reads, secrets: .none)
    let length = ToolLength.long
    let logsIntent = true
    let showsRows = true
    let title = "Ask a question"
    let description = """
        Answers a question in plain language, such as "revenue per month in 2024", with SQL, rows and how it was read; status says \
        answered, needs_clarification or declined, and context then helps to write the SQL for run_sql.
        """
    let arguments: [Argument<Input>] = [
        .text("question", \.question, "The question; in a chat also a change of the last one: \"and by region?\".").required,
        Argument.text("dataSource", \.source, "main when absent, in a chat the chat's.").naming(orElse: DataSource.mainName),
        .label("chat", \.chat, "A chat's id, or new; takes /analysis and /predict."),
        .text("lang", \.language, "Of messages, labels and the chart; en when absent."),
        .flag("chart", \.draws, "With a chart and its picture."),
        .integer("maxRows", \.maximumRows, in: 1...1000, "Rows at most; 1,000 when absent."),
    ]

    func language(for arguments: JSONObject) -> QuestionLanguage {
        arguments["lang"]?.string.flatMap { $0.isEmpty ? nil : QuestionLanguage(named: $0) } ?? .english
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let language = try self.language(input.language)
        guard let wanted = input.chat else { return try await alone(input, language, call) }
        let turn = ChatTurn(
            asking: asking, chat: try await chat(wanted, call), question: input.question, source: input.source,
            answerWriter: AnswerWriter(call.context, language), warnings: [],
            draws: input.draws, paints: input.draws, maximumRows: input.maximumRows)
        return try await turn.outcome(call)
    }

    /// Answers a question without a chat: nothing is stored, and there are no earlier questions.
    private func alone(_ input: Input, _ language: QuestionLanguage, _ call: ToolCall) async throws -> ToolOutcome {
        try QuestionRunner.check(input.question)
        let order = QuestionRunner.Order(question: input.question, sources: [input.source ?? DataSource.mainName], maximumRows: input.maximumRows)
        let answerWriter = AnswerWriter(call.context, language)
        let answer = try await asking.answer(order, call, answerWriter)
        let chart = input.draws || call.showsViews ? asking.chart(of: answer, input.question, language) : nil
        let drawn = input.draws ? try await asking.drawn(chart, paints: true, call, answerWriter) : nil
        var outcome = answer.outcome(in: language, drawn)
        outcome.picture = drawn?.picture
        outcome.meta = await asking.drawings(of: chart, for: call)
        return outcome
    }

    private func chat(_ wanted: String, _ call: ToolCall) async throws -> Chat {
        let owner = try call.caller.chatOwner()
        guard wanted.lowercased() == "new" else {
            guard let id = Int64(wanted) else { throw Refusal(.invalidArgument, "chat: expected the id of a chat, or new") }
            return try await asking.chat(id, call)
        }
        let id = try await asking.chats.start(of: owner, in: call.caller.workspace.id)
        return try await asking.chat(id.rawValue, call)
    }

    private func language(_ name: String?) throws(Refusal) -> QuestionLanguage {
        guard let name, !name.isEmpty else { return .english }
        guard let known = QuestionLanguage(named: name) else {
            throw Refusal(.invalidArgument, "lang: expected \(QuestionLanguage.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return known
    }
}

extension CalendarDay {
    /// The current day in UTC.
    static var today: CalendarDay { CalendarDay(ordinal: Int(Timestamp.now.microseconds / 86_400_000_000)) }
}
