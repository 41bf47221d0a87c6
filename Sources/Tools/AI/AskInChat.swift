import Access
import Ask
import Catalog
import Charts
import JSON
import SQL
import SQLGuard
import SQLSyntax
import Store

/// `mcp_question`: a question in a chat, answered as clients of the question server read it.
struct AskInChat: Tool {
    struct Input: ToolArguments {
        var chat: Int64?
        var question = ""
        var source: String?
        var language: String?
        var streams = true
        var returnsImage = true
        var model: String?
    }

    let chats: Chats
    let sources: DataSources
    let statements: StatementQueue
    let questions: Questions
    let painter: ChartPainter
    /// Nil where pictures are not kept.
    let pictures: ChartPictures?

    let name = "mcp_question"
    let package = PackageName.ai
    let scope = ToolScope.one(.ask)
    let audience = ToolPermit.Audience.members
    let effect = ToolEffect.reads
    let showsSecret = false
    let setsSecret = false
    let length = ToolLength.long
    let tellsStatus = true
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

    func requester(for arguments: JSONObject, of requester: Requester) async throws -> Requester {
        try await QuestionCaller(chats: chats).requester(for: arguments, of: requester)
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let id = input.chat ?? 0
        guard let chat = try await chats.find(ChatID(id), of: call.caller.chatOwner()), chat.workspace == call.caller.workspace.id else {
            throw QuestionCaller.unknownChat(id)
        }
        let answer = try await answer(input, chat, call)
        let record = try await chats.add(
            ChatRecord(
                question: input.question, status: answer.read.reading.status, source: answer.source, sql: answer.read.prepared?.sql), to: chat)
        let warnings =
            QuestionLanguage(named: input.language) == nil ? ["lang: '\(input.language?.prefix(20) ?? "")' is not spoken here; zh-CN is used"] : []
        let sourceID = try await sources.list(in: chat.workspace).first { $0.name == answer.source }?.questionID
        let language = QuestionLanguage(named: input.language) ?? .simplifiedChinese
        let chart = answer.rows.map { Chart.of($0, labels: answer.read.labels, question: input.question, language: language.ofCharts) }
        let picture = await input.returnsImage ? picture(of: chart) : nil
        let url = picture.flatMap { pictures?.keep($0) }.flatMap { name in call.context.questionURL.map { "\($0)/images/\(name)" } }
        let head = QuestionHead(record: record.id, title: record.title, source: sourceID, warnings: warnings)
        var outcome = ToolOutcome.object(rows: answer.rows?.rows.count ?? 0, objects: answer.objects) { writer in
            if let prepared = answer.read.prepared, let rows = answer.rows {
                answer.read.write(prepared, rows, to: &writer, head, QuestionPicture(chart: chart, picture: picture, url: url))
            } else {
                answer.read.writeUnanswered(to: &writer, head)
            }
        }
        outcome.picture = picture
        if input.streams, let value = try? JSONValue(parsing: outcome.structured.bytes, limits: .largeAnswer) {
            outcome.text = .whole(QuestionStream(value, question: input.question, language: input.language).markdown)
        }
        return outcome
    }

    /// A table is text, and needs none.
    private func picture(of chart: Chart?) async -> [UInt8]? {
        guard let chart, chart.kind != .table else { return nil }
        return await painter.png(of: chart)
    }

    private struct Answer {
        let read: QuestionReading
        let source: String
        let rows: QuestionRows?
        let objects: [String]
    }

    private func answer(_ input: Input, _ chat: Chat, _ call: ToolCall) async throws -> Answer {
        let rows = Self.maximumRows + 1
        try await questions.check(input.model, in: chat.workspace)
        var (read, source) = try await read(input, try await candidates(input, chat), call)
        read = try await questions.ask(
            input.model, beside: read, input.question, on: source, grant: call.grant, rows: rows, today: .today, call.bounds)
        guard read.prepared != nil else { return Answer(read: read, source: source, rows: nil, objects: [source]) }
        let open = try await sources.open(source, in: chat.workspace)
        let turn = try await statements.enter(call.caller, on: open, call.bounds)
        defer { turn.end() }
        if turn.hasWaited, let grant = try await call.context.judgeAnew?() {
            read = try await questions.prepareAnew(read, on: source, grant: grant, rows: rows, call.bounds.keeping(turn))
        }
        guard let prepared = read.prepared else { return Answer(read: read, source: source, rows: nil, objects: [source]) }
        let page = try await SQLPage.read(prepared, offset: 0, maximumRows: Self.maximumRows, call.bounds.keeping(turn))
        return Answer(read: read, source: source, rows: try QuestionRows(page), objects: prepared.tables.map { "\(source)/\($0)" })
    }

    /// How the question reads on the data source that it fits best. Where it could go to several, one that is down or slow holds up none of the others.
    private func read(_ input: Input, _ sources: [String], _ call: ToolCall) async throws -> (read: QuestionReading, source: String) {
        var best: (read: QuestionReading, source: String)?
        var failure = Refusal(.notFound, "No available datasource configuration found")
        for source in sources {
            // The workspace's own database has the call's whole time.
            let isOther = sources.count > 1 && source != DataSource.mainName
            do {
                if isOther { try questions.checkAnswers(source, in: call.caller.workspace.id) }
                let bounds = isOther ? call.bounds.within(Self.patience) : call.bounds
                let read = try await questions.read(
                    input.question, on: source, grant: call.grant, rows: Self.maximumRows + 1, today: .today, bounds)
                if best.map({ Self.rank(read) > Self.rank($0.read) }) ?? true { best = (read, source) }
                if read.prepared != nil, read.reading.confidence >= Self.certain { break }
            } catch {
                guard sources.count > 1, call.bounds.refusal == nil, let refusal = Refusal(error) else { throw error }
                if isOther { questions.note(source, in: call.caller.workspace.id, failed: refusal) }
                failure = refusal
            }
        }
        guard let best else { throw failure }
        return best
    }

    /// How long one of several data sources may take to be looked at.
    private static let patience = Duration.seconds(3)
    /// From this confidence on no other data source is looked at.
    private static let certain = 0.8
    private static let maximumRows = 1_000
    /// Data sources at most that one question is tried on.
    private static let maximumSources = 10

    /// Answered before unanswered, then by how sure the reading is.
    private static func rank(_ read: QuestionReading) -> Double { (read.prepared == nil ? 0 : 10) + read.reading.confidence }

    /// The data source that is asked for, or the chat's, or all that may fit.
    private func candidates(_ input: Input, _ chat: Chat) async throws -> [String] {
        let all = try await sources.list(in: chat.workspace)
        if let wanted = input.source {
            guard let source = all.first(where: { String($0.questionID) == wanted || $0.name == wanted }) else {
                throw Refusal(.notFound, "Datasource with id \(wanted.prefix(60)) does not belong to current workspace")
            }
            return [source.name]
        }
        if let own = chat.source, all.contains(where: { $0.name == own }) { return [own] }
        return all.prefix(Self.maximumSources).map(\.name)
    }
}

/// What a chat adds to an answer.
struct QuestionHead: Sendable {
    let record: ChatRecordID
    let title: String?
    let source: Int64?
    let warnings: [String]
}

extension JSONLimits {
    /// Of an answer that this server wrote itself.
    static let largeAnswer = JSONLimits(maximumByteCount: .max, maximumDepth: 64)
}

extension Argument {
    /// A flag that clients also send as text, and null for false.
    static func lenientFlag(_ name: String, _ path: Path<Bool>, _ description: String) -> Argument {
        Argument(name, schema: ["type": ["boolean", "string"], "description": .string(description)]) { value, input in
            if let flag = value.bool ?? value.string.flatMap({ Bool($0.lowercased()) }) { input[keyPath: path] = flag }
        }
    }
}
