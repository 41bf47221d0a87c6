import Access
import Outbound
import SQL
import SQLGuard
import Store

/// What came of asking a language model.
package struct ModelUse: Hashable, Sendable {
    /// As its workspace calls it.
    package let model: String
    /// Requests to it, repairs included.
    package let attempts: Int
    /// Why it was of no help; nil where it was.
    package let failure: String?
}

/// Asks a language model where the built-in engine does not answer. Its statement goes through the guard as if the caller had written it, and rows are
/// never shown to it.
struct ModelAnswers: Sendable {
    /// A question as it is put to a model.
    struct Request: Sendable {
        let question: String
        /// Of the built-in engine.
        let reading: Reading
        let index: SourceIndex
        let grant: Grant
        let source: String
        let rows: Int
        let today: CalendarDay
    }

    enum Outcome: Sendable {
        case statement(PreparedRead, ModelReply)
        case clarification(String)
        case failure(String)
    }

    /// Requests at most that one question costs after the first, for replies that cannot be used.
    static let repairs = 2

    let models: LanguageModels
    let sqlGuard: Guard
    private let client = ModelClient()

    init(models: LanguageModels, sqlGuard: Guard) {
        self.models = models
        self.sqlGuard = sqlGuard
    }

    /// - Throws: `DatabaseError` when our own state cannot be read; whatever the model does is an ``Outcome``.
    func ask(_ model: LanguageModel, _ request: Request, _ bounds: CallBounds) async throws -> (outcome: Outcome, use: ModelUse) {
        guard try await models.admits(request.grant.caller.holder, to: model, on: request.today) else {
            return Self.failed(model, 0, "you have asked it \(model.dailyQuestions) questions today, which is your share; it is free again tomorrow")
        }
        let key = try await models.key(of: model)
        let fence = String(UInt64.random(in: .min ... .max), radix: 36)
        var prompt = ModelPrompt(
            request.question, request.reading, in: request.index, seesValues: model.seesValues, today: request.today, fence: fence)
        var attempts = 0
        var problem = ""
        while attempts <= Self.repairs {
            attempts += 1
            let text: String
            do {
                text = try await client.reply(of: model, key: key, to: prompt, within: ContinuousClock.now.duration(to: bounds.deadline))
            } catch {
                return Self.failed(model, attempts, error.reason)
            }
            guard let reply = ModelReply(text) else {
                problem = "the reply is not the JSON object that was asked for"
                prompt = prompt.repairing(text, because: problem)
                continue
            }
            guard let sql = reply.sql else {
                return (.clarification(reply.clarification ?? ""), ModelUse(model: model.name, attempts: attempts, failure: nil))
            }
            do {
                let prepared = try await sqlGuard.prepare(
                    fromModel: sql, grant: request.grant, source: request.source, rows: request.rows, bounds)
                return (.statement(prepared, reply), ModelUse(model: model.name, attempts: attempts, failure: nil))
            } catch {
                guard bounds.refusal == nil, [.invalidArgument, .forbidden, .notFound].contains(error.code) else { throw error }
                problem = error.reason
                prompt = prompt.repairing(text, because: problem)
            }
        }
        return Self.failed(model, attempts, "it wrote no statement that is allowed: \(problem)")
    }

    /// Asks for a word, to see that address, key and model's name are right.
    /// - Returns: why there was no reply; nil when there was one.
    func test(_ model: LanguageModel, _ bounds: CallBounds) async throws -> String? {
        let prompt = ModelPrompt(system: "Reply with the word ready.", messages: [ModelPrompt.Message(role: .user, text: "Are you ready?")])
        let key = try await models.key(of: model)
        do {
            _ = try await client.reply(of: model, key: key, to: prompt, within: ContinuousClock.now.duration(to: bounds.deadline))
            return nil
        } catch {
            return error.reason
        }
    }

    private static func failed(_ model: LanguageModel, _ attempts: Int, _ reason: String) -> (Outcome, ModelUse) {
        (.failure(reason), ModelUse(model: model.name, attempts: attempts, failure: reason))
    }
}
