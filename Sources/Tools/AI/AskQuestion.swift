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
        var dataSource = DataSource.mainName
        var maximumRows = 1_000
    }

    let sources: DataSources
    let statements: StatementQueue
    let questions: Questions

    let name = "ask_question"
    let package = PackageName.ai
    let scope = ToolScope.one(.ask)
    let audience = ToolPermit.Audience.members
    let effect = ToolEffect.reads
    let showsSecret = false
    let setsSecret = false
    let length = ToolLength.long
    let showsRows = true
    let title = "Ask a question"
    let description = """
        Answers a question in plain language, such as "revenue per month in 2024", with SQL, rows and how it was read; status says \
        answered, needs_clarification or declined, and context then helps to write the SQL for run_sql.
        """
    let arguments: [Argument<Input>] = [
        .text("question", \.question, "The question, in English.").required,
        .dataSource(\.dataSource),
        .integer("maxRows", \.maximumRows, in: 1...1000, "Rows at most; 1,000 when absent."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let source = input.dataSource
        let rows = input.maximumRows + 1
        var read = try await questions.read(input.question, on: source, grant: call.grant, rows: rows, today: .today, call.bounds)
        read = try await questions.ask(
            nil, beside: read, input.question, on: source, grant: call.grant, rows: rows, today: .today, call.bounds)
        guard read.prepared != nil else { return .object(rows: 0, objects: [source]) { read.writeUnanswered(to: &$0) } }
        // A language model may have taken its time: only the statement takes a turn at the database.
        let open = try await sources.open(source, in: call.caller.workspace.id)
        let turn = try await statements.enter(call.caller, on: open, call.bounds)
        defer { turn.end() }
        let bounds = call.bounds.keeping(turn)
        if turn.hasWaited, let grant = try await call.context.judgeAnew?() {
            read = try await questions.prepareAnew(read, on: source, grant: grant, rows: rows, bounds)
        }
        guard let prepared = read.prepared else { return .object(rows: 0, objects: [source]) { read.writeUnanswered(to: &$0) } }
        let page = try await SQLPage.read(prepared, offset: 0, maximumRows: input.maximumRows, bounds)
        let answer = try QuestionRows(page)
        return .object(rows: page.rows, objects: prepared.tables.map { "\(source)/\($0)" }) { writer in
            read.write(prepared, answer, to: &writer)
        }
    }
}

extension CalendarDay {
    /// In UTC.
    static var today: CalendarDay { CalendarDay(ordinal: Int(Timestamp.now.microseconds / 86_400_000_000)) }
}
