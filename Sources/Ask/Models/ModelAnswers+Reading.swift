import Access
import SQL
import SQLGuard
import Store

extension ModelAnswers {
    /// The model to use in addition to the engine. Nil for none.
    /// - Parameters:
    ///   - wanted: its name or id. Nil if the caller names none.
    ///   - usual: the default in that case. Nil for the workspace's default model.
    ///   - isAnswered: whether the engine has an answer.
    /// - Throws: ``Refusal`` `not_found` for a model that does not exist.
    func chosen(_ wanted: String?, orElse usual: String? = nil, in workspace: WorkspaceID, isAnswered: Bool) async throws -> LanguageModel? {
        if wanted == LanguageModels.builtIn || wanted == LanguageModels.builtInID { return nil }
        guard wanted != nil || (!isAnswered && usual != LanguageModels.builtIn) else { return nil }
        let model = try await models.find(wanted ?? usual, in: workspace)
        if model == nil, let wanted { throw LanguageModels.unknown(wanted) }
        return model
    }

    /// Combines the engine's reading with the model's. If both answer, equal rows increase the confidence, and different rows become a
    /// question to the caller.
    func joined(_ read: QuestionReading, _ model: LanguageModel, _ request: Request, _ bounds: CallBounds) async throws -> QuestionReading {
        let (outcome, use) = try await ask(model, request, bounds)
        var joined = read
        joined.model = use
        switch outcome {
        case .failure: break
        case .clarification(let text):
            guard read.prepared == nil else { break }
            joined.reading.status = .needsClarification
            joined.reading.why = Sentence(asWritten: text)
        case .statement(let prepared, let reply):
            guard let own = read.prepared else {
                joined.prepared = prepared
                joined.written = reply.sql.map { .byModel($0) }
                joined.ordered = nil
                joined.reading.answer(by: reply)
                joined.assumptions = reply.assumptions.map(Sentence.init(asWritten:))
                break
            }
            if try await agree(own, prepared, read, request, bounds) {
                joined.reading.confidence = 1 - (1 - read.reading.confidence) * Self.doubtWithAgreement
            } else {
                joined.prepared = nil
                joined.written = nil
                joined.ordered = nil
                joined.reading.disagree(with: reply, of: model.name)
            }
        }
        return joined
    }

    /// Whether the model's rows are the engine's, with or without the value that orders a list.
    private func agree(
        _ own: PreparedRead, _ other: PreparedRead, _ read: QuestionReading, _ request: Request, _ bounds: CallBounds
    ) async throws -> Bool {
        if try await SameRows.areSame(own, other, bounds) { return true }
        guard read.ordered != nil, let statement = read.reading.statement else { return false }
        let names = try await sqlGuard.prepare(statement, grant: request.grant, source: request.source, rows: request.rows, bounds)
        return try await SameRows.areSame(names, other, bounds)
    }

    /// The remaining share of the doubt about a reading when another reading agrees.
    private static let doubtWithAgreement = 0.3
}

extension Reading {
    /// The highest confidence of an answer by the model alone, because the model's own estimate is not a measurement.
    private static let maximumModelConfidence = 0.75

    fileprivate mutating func answer(by reply: ModelReply) {
        status = .answered
        form = nil
        statement = nil
        interpretation = reply.interpretation
        confidence = min(reply.confidence, Self.maximumModelConfidence)
        unused = []
        why = nil
    }

    fileprivate mutating func disagree(with reply: ModelReply, of model: String) {
        var other = Reading(status: .needsClarification)
        other.interpretation = reply.interpretation
        alternatives.append(other)
        status = .needsClarification
        why = Sentence(.modelsDisagree, model)
        confidence = 0.5
    }
}
