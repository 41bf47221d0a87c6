import Access
import Ask
import Catalog
import JSON
import SQLGuard
import Store

/// A question in a chat, or what one of its last words asks of the chat.
struct ChatTurn: Sendable {
    let asking: Asking
    let chat: Chat
    let question: String
    /// The data source that is asked for.
    let source: String?
    let language: QuestionLanguage
    let warnings: [String]
    /// Whether a chart comes with the answer, and a picture of it.
    let draws: Bool
    let paints: Bool
    var maximumRows = Asking.maximumRows
    /// The language model that is asked for.
    var model: String?

    func outcome(_ call: ToolCall) async throws -> ToolOutcome {
        let records = chat.questions > 0 ? try await asking.chats.records(of: chat) : []
        guard let command = QuestionCommand(question) else { return try await answered(question, records, source, call) }
        let (target, before) = try command.target(in: records)
        switch command.kind {
        case .regenerate: return try await answered(target.record.question, before, source ?? target.record.source, call)
        case .analysis, .predict: return try await studied(command.kind, target, before, call)
        }
    }

    private func answered(_ question: String, _ records: [KeptRecord], _ source: String?, _ call: ToolCall) async throws -> ToolOutcome {
        let order = Asking.Order(
            question: question, sources: try await asking.candidates(source, chat), records: records, maximumRows: maximumRows, model: model)
        let answer = try await asking.answer(order, call)
        let head = try await keep(question, answer, warnings)
        let drawn = draws ? await asking.drawn(answer, question, language, paints: paints, call) : nil
        var outcome = ToolOutcome.object(rows: answer.rows?.rows.count ?? 0, objects: answer.objects) { writer in
            if let prepared = answer.read.prepared, let rows = answer.rows {
                answer.read.write(prepared, rows, to: &writer, head, drawn)
            } else {
                answer.read.writeUnanswered(to: &writer, head)
            }
        }
        outcome.picture = drawn?.picture
        return outcome
    }

    /// Figures about the rows of an earlier answer, which is asked anew: rows and rights may have changed.
    private func studied(
        _ kind: QuestionCommand.Kind, _ target: KeptRecord, _ before: [KeptRecord], _ call: ToolCall
    ) async throws -> ToolOutcome {
        let order = Asking.Order(question: target.record.question, sources: [target.record.source], records: before)
        let answer = try await asking.answer(order, call)
        guard let rows = answer.rows else {
            throw Refusal(.invalidArgument, "Record id: \(target.id.rawValue) does not support this operation")
        }
        let head = try await keep(question, answer, warnings)
        let study = AnswerStudy(rows)
        return .object(rows: rows.rows.count, objects: answer.objects) { writer in
            if kind == .analysis { study.writeAnalysis(to: &writer, head) } else { study.writePrediction(to: &writer, head) }
        }
    }

    private func keep(_ question: String, _ answer: Asking.Answer, _ warnings: [String]) async throws -> QuestionHead {
        let record = ChatRecord(question: question, status: answer.read.reading.status, source: answer.source, sql: answer.read.prepared?.sql)
        let kept = try await asking.chats.add(record, to: chat)
        let id = try await asking.sources.list(in: chat.workspace).first { $0.name == answer.source }?.questionID
        return QuestionHead(chat: chat.id, record: kept.id, title: kept.title, source: id, warnings: warnings)
    }
}
