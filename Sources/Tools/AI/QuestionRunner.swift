import Access
import Ask
import Catalog
import Charts
import JSON
import SQL
import SQLGuard
import SQLSyntax
import Store

/// Chooses the data source that fits a question best, asks the engine, and runs the statement.
struct QuestionRunner: Sendable {
    struct Order: Sendable {
        var question: String
        /// The data sources that may answer the question.
        var sources: [String]
        /// Earlier questions of the chat, oldest first.
        var records: [KeptRecord] = []
        var maximumRows = QuestionRunner.maximumRows
        /// The language model to use in addition to the engine, by the name that the caller gave.
        var model: String?
        /// The assistant to answer with; nil for the workspace's own settings.
        var assistant: Assistant?
    }

    struct Answer: Sendable {
        var read: QuestionReading
        var source: String
        var rows: QuestionRows?
        var objects: [String]
        /// The request id of the question in the logs; nil without a request.
        var request: String?
        /// Time from the beginning to the last row.
        var elapsed = Duration.zero
    }

    static let maximumRows = 1_000
    /// Time limit for reading one of several data sources.
    private static let timeLimit = Duration.seconds(3)
    /// Confidence from which no further data source is tried.
    private static let certain = 0.8
    /// Most data sources that are tried for one question.
    private static let maximumSources = 10

    let chats: Chats
    let sources: DataSources
    let statements: StatementQueue
    let questions: Questions
    let painter: ChartPainter
    /// Nil where pictures are not stored.
    let pictures: ChartPictures?

    /// The caller's own chat in the workspace of the call. One without questions may be of another workspace in which the credential may ask; its
    /// first question moves it.
    /// - Throws: ``Refusal`` `notFound`.
    func chat(_ id: Int64, _ call: ToolCall) async throws -> Chat {
        let workspace = call.caller.workspace.id
        guard let chat = try await chats.find(ChatID(id), of: try call.caller.chatOwner()) else { throw QuestionCaller.unknownChat(id) }
        if chat.workspace == workspace { return chat }
        guard let open = try await call.context.principal?.workspaces(call.arguments), open.contains(where: { $0.id == chat.workspace }),
            let moved = chat.moved(to: workspace)
        else { throw QuestionCaller.unknownChat(id) }
        return moved
    }

    /// The requested data source, or the chat's, or all that may fit.
    func candidates(_ wanted: String?, _ chat: Chat) async throws -> [String] {
        let all = try await sources.list(in: chat.workspace)
        if let wanted {
            guard
                let source = all.first(where: { String($0.questionID) == wanted || $0.name == wanted || $0.id.map { String($0.rawValue) } == wanted })
            else {
                throw SpokenRefusal(.notFound, .unknownSource, String(wanted.prefix(60)))
            }
            return [source.name]
        }
        if let own = chat.source, all.contains(where: { $0.name == own }) { return [own] }
        return all.prefix(Self.maximumSources).map(\.name)
    }

    /// Checks a question before anything is looked up.
    static func check(_ question: String) throws(SpokenRefusal) {
        do {
            try Questions.check(question)
        } catch {
            guard question.count > Questions.maximumLength else { throw SpokenRefusal(.invalidArgument, .emptyQuestion) }
            throw SpokenRefusal(.invalidArgument, .longQuestion, "\(Questions.maximumLength)", "\(question.count)")
        }
    }

    /// - Throws: ``SpokenRefusal`` for a language model that does not exist.
    func check(model: String?, in workspace: WorkspaceID) async throws {
        do {
            try await questions.check(model, in: workspace)
        } catch let refusal as Refusal where refusal.code == .notFound {
            throw SpokenRefusal(.notFound, .unknownModel, String((model ?? "").prefix(48)))
        }
    }

    /// - Parameter answerWriter: receives reading, statement and rows as they become known.
    func answer(_ order: Order, _ call: ToolCall, _ answerWriter: AnswerWriter) async throws -> Answer {
        let start = ContinuousClock.now
        var answer = try await found(order, call, answerWriter)
        answer.request = call.context.principal?.requestID
        answer.elapsed = start.duration(to: .now)
        return answer
    }

    private func found(_ order: Order, _ call: ToolCall, _ answerWriter: AnswerWriter) async throws -> Answer {
        let rows = order.maximumRows + 1
        var (read, source) = try await self.read(order, call)
        let (first, asked) = (read, source)
        read = try await answerWriter.whileWriting { writes in
            try await questions.ask(
                order.model, as: order.assistant, beside: first, order.question, on: asked, grant: call.grant, rows: rows, today: .today,
                call.bounds, writes: writes)
        }
        let interpretation = read.reading.interpretation(in: answerWriter.language)
        if !interpretation.isEmpty { try await answerWriter.tell(.reading(interpretation, answerWriter.language)) }
        guard let sql = read.prepared?.sql else { return Answer(read: read, source: source, objects: [source]) }
        try await answerWriter.tell(.sql(sql))
        let open = try await sources.open(source, in: call.caller.workspace.id)
        let turn = try await statements.enter(call.caller, on: open, call.bounds)
        defer { turn.end() }
        if turn.hasWaited, let grant = try await call.context.renewGrant?() {
            read = try await questions.prepareAnew(read, on: source, grant: grant, rows: rows, call.bounds.keeping(turn))
        }
        guard let prepared = read.prepared else { return Answer(read: read, source: source, objects: [source]) }
        let page = try await SQLPage.read(prepared, maximumRows: order.maximumRows, call.bounds.keeping(turn))
        let found = try QuestionRows(page)
        try await answerWriter.tell(.rows(found, labels: read.labels(in: answerWriter.language), answerWriter.language))
        return Answer(read: read, source: source, rows: found, objects: prepared.tables.map { "\(source)/\($0)" })
    }

    /// The reading of the question on the data source that fits best. If several are possible, one that is down or slow does not delay the
    /// others. If none of them can be read, a slow one has the whole time of the call.
    private func read(_ order: Order, _ call: ToolCall) async throws -> (read: QuestionReading, source: String) {
        var best: (read: QuestionReading, source: String)?
        var failure: any Error = SpokenRefusal(.notFound, .noSource)
        var slow: [String] = []
        for source in order.sources {
            // The workspace's own database may use the call's whole time.
            let isOther = order.sources.count > 1 && source != DataSource.mainName
            do {
                if isOther { try questions.checkAnswers(source, for: call.caller) }
                let bounds = isOther ? call.bounds.within(Self.timeLimit) : call.bounds
                let read = try await self.read(order, on: source, call.grant, bounds)
                if best.map({ Self.rank(read) > Self.rank($0.read) }) ?? true { best = (read, source) }
                if read.prepared != nil, read.reading.confidence >= Self.certain { break }
            } catch {
                guard order.sources.count > 1, call.bounds.refusal == nil, let refusal = Refusal(error) else { throw error }
                if isOther { questions.note(source, for: call.caller, failed: refusal) }
                if isOther, refusal.code == .limited { slow.append(source) }
                failure = refusal
            }
        }
        if let best { return best }
        guard let source = slow.first else { throw failure }
        return (try await self.read(order, on: source, call.grant, call.bounds), source)
    }

    private func read(_ order: Order, on source: String, _ grant: Grant, _ bounds: CallBounds) async throws -> QuestionReading {
        let turns = order.records.filter { $0.record.status == .answered && $0.record.source == source && QuestionCommand($0.record.question) == nil }
        return try await questions.read(
            ChartRequest.question(without: order.question), on: source, after: turns.map { ChartRequest.question(without: $0.record.question) },
            as: order.assistant, grant: grant, rows: order.maximumRows + 1,
            today: .today, bounds)
    }

    /// Answered readings come before unanswered ones, then confidence decides.
    private static func rank(_ read: QuestionReading) -> Double { (read.prepared == nil ? 0 : 10) + read.reading.confidence }

    // MARK: Charts

    func chart(of answer: Answer, _ question: String, _ language: QuestionLanguage) -> Chart? {
        answer.rows.map { Chart.of($0, labels: answer.read.labels(in: language), question: question, language: language.ofCharts) }
    }

    /// The drawings of a chart, for a client that shows views.
    func drawings(of chart: Chart?, for call: ToolCall) async -> JSONObject? {
        guard let chart, call.showsViews else { return nil }
        return await painter.drawings(of: chart)
    }

    func drawn(_ chart: Chart?, paints: Bool, _ call: ToolCall, _ answerWriter: AnswerWriter) async throws -> QuestionPicture {
        guard let chart else { return QuestionPicture(chart: nil, picture: nil, url: nil) }
        let picture = paints ? await self.picture(of: chart) : nil
        let url = picture.flatMap { pictures?.keep($0) }.flatMap { name in call.context.questionURL.map { "\($0)/images/\(name)" } }
        if let url { try await answerWriter.tell(.image(url, of: chart)) }
        try await answerWriter.tell(.chart(chart, answerWriter.language))
        return QuestionPicture(chart: chart, picture: picture, url: url)
    }

    /// The picture of a chart; nil for a table, which is text.
    private func picture(of chart: Chart) async -> [UInt8]? {
        guard chart.kind != .table else { return nil }
        return await painter.png(of: chart)
    }
}
