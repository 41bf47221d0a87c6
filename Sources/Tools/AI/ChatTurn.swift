import Access
import Ask
import Catalog
import JSON
import SQLGuard
import Store

/// One turn of a chat: a question, or a command at the end of one.
struct ChatTurn: Sendable {
    let asking: QuestionRunner
    let chat: Chat
    let question: String
    /// The requested data source.
    let source: String?
    let answerWriter: AnswerWriter
    let warnings: [String]
    /// Whether the answer has a chart, and a picture of it.
    let draws: Bool
    let paints: Bool
    var maximumRows = QuestionRunner.maximumRows
    /// The requested language model.
    var model: String?

    func outcome(_ call: ToolCall) async throws -> ToolOutcome {
        let records = chat.questions > 0 ? try await asking.chats.records(of: chat) : []
        // The number is known before the answer, and so before its row exists: a cancelled question leaves no row.
        let number = ChatRecordID(OpaqueID.next(after: records.last?.id.rawValue ?? 0))
        guard let command = QuestionCommand(question) else { return try await answered(question, records, source, number, call) }
        let (target, before) = try command.target(in: records)
        switch command.kind {
        case .regenerate: return try await answered(target.record.question, before, source ?? target.record.source, number, call)
        case .analysis, .predict: return try await studied(command.kind, target, before, number, call)
        }
    }

    private func begin(_ number: ChatRecordID) async throws {
        try await answerWriter.tell(.id(number, answerWriter.language))
        try await answerWriter.tell(.question(question))
    }

    private func answered(
        _ question: String, _ records: [KeptRecord], _ source: String?, _ number: ChatRecordID, _ call: ToolCall
    ) async throws -> ToolOutcome {
        try QuestionRunner.check(question)
        let order = QuestionRunner.Order(
            question: question, sources: try await asking.candidates(source, chat), records: records, maximumRows: maximumRows, model: model)
        try await asking.check(model: model, in: chat.workspace)
        try await begin(number)
        let answer = try await asking.answer(order, call, answerWriter)
        let language = answerWriter.language
        let isUnmatched = answer.read.reading.status == .declined && order.sources.count > 1
        let unmatched = isUnmatched ? [language(.noneMatches, order.sources.joined(separator: ", "))] : []
        let head = try await keep(question, answer, number, warnings + unmatched)
        if answer.rows == nil {
            let reasons = [answer.read.reading.why?.text(in: language) ?? ""] + unmatched
            try await answerWriter.tell(.error(reasons.joined(separator: " "), language))
        }
        let chart = draws || call.showsViews ? asking.chart(of: answer, question, answerWriter.language) : nil
        let drawn = draws ? try await asking.drawn(chart, paints: paints, call, answerWriter) : nil
        var outcome = answer.outcome(in: answerWriter.language, drawn, head)
        outcome.picture = drawn?.picture
        outcome.meta = await asking.drawings(of: chart, for: call)
        return outcome
    }

    /// Answers a command about the rows of an earlier answer. Its question is run again, because rows and rights may have changed.
    private func studied(
        _ kind: QuestionCommand.Kind, _ target: KeptRecord, _ before: [KeptRecord], _ number: ChatRecordID, _ call: ToolCall
    ) async throws -> ToolOutcome {
        let order = QuestionRunner.Order(
            question: target.record.question, sources: try await asking.candidates(target.record.source, chat), records: before)
        try await begin(number)
        let answer = try await asking.answer(order, call, AnswerWriter(silent: answerWriter.language))
        guard let rows = answer.rows else {
            throw SpokenRefusal(.invalidArgument, .unfitRecord, "\(target.id.rawValue)")
        }
        let head = try await keep(question, answer, number, warnings)
        let study = AnswerStudy(rows, answerWriter.language)
        guard kind == .predict else {
            let analysis = AnswerAnalysis(study)
            try await answerWriter.tell(.analysis(analysis.content))
            return .object(rows: rows.rows.count, objects: answer.objects) { analysis.write(to: &$0, head) }
        }
        let prediction: AnswerPrediction
        do throws(SeriesProblem) {
            prediction = try AnswerPrediction(study)
        } catch {
            let reason = answerWriter.language(.noForecast, answerWriter.language.reason(error))
            try await answerWriter.tell(.error(reason, answerWriter.language))
            return .object(rows: rows.rows.count, objects: answer.objects) { AnswerPrediction.refuse(reason, to: &$0, head) }
        }
        try await answerWriter.tell(.analysis(prediction.content))
        let chart = draws || call.showsViews ? prediction.chart(answer.read.labels(in: answerWriter.language)) : nil
        let drawn = try await asking.drawn(draws ? chart : nil, paints: paints, call, answerWriter)
        var outcome = ToolOutcome.object(rows: rows.rows.count, objects: answer.objects) { prediction.write(to: &$0, head, drawn) }
        outcome.picture = drawn.picture
        outcome.meta = await asking.drawings(of: chart, for: call)
        return outcome
    }

    private func keep(
        _ question: String, _ answer: QuestionRunner.Answer, _ number: ChatRecordID, _ warnings: [String]
    ) async throws -> QuestionHead {
        let record = ChatRecord(question: question, status: answer.read.reading.status, source: answer.source, sql: answer.read.prepared?.sql)
        let kept = try await asking.chats.add(record, to: chat, number: number)
        let id = try await asking.sources.list(in: chat.workspace).first { $0.name == answer.source }?.questionID
        return QuestionHead(chat: chat.id, record: kept.id, title: kept.title, source: id, warnings: warnings)
    }
}
