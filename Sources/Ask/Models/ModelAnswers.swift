import Access
import Outbound
import SQL
import SQLGuard
import Store

/// The result of asking a language model.
package struct ModelUse: Hashable, Sendable {
    /// The model's name in its workspace.
    package let model: String
    /// Number of requests, including repairs.
    package internal(set) var attempts = 0
    /// Cost of requests and replies. Unit: tokens.
    package internal(set) var tokens: Int64 = 0
    /// Why the model did not help. Nil if it helped.
    package internal(set) var failure: Sentence?

    init(model: String) { self.model = model }
}

/// Asks a language model when the built-in engine has no answer. The guard checks the model's statement as if the caller had written it,
/// and the model never sees rows.
struct ModelAnswers: Sendable {
    /// A question for a model.
    struct Request: Sendable {
        let question: String
        /// The built-in engine's reading.
        let reading: Reading
        let index: SourceIndex
        let grant: Grant
        let source: String
        let rows: Int
        let today: CalendarDay
        /// Additional instructions for the model. May be empty.
        var instructions = ""
        /// Receives the model's text as it arrives.
        var writes: ModelWriting = { _ in }
    }

    enum Outcome: Sendable {
        case statement(PreparedRead, ModelReply)
        case clarification(String)
        case failure
    }

    /// Most repair requests per question, after unusable replies.
    static let repairs = 2

    let models: LanguageModels
    let sqlGuard: Guard
    private let client = ModelClient()

    init(models: LanguageModels, sqlGuard: Guard) {
        self.models = models
        self.sqlGuard = sqlGuard
    }

    /// - Throws: `DatabaseError` when our own state cannot be read. Failures of the model are an ``Outcome``.
    func ask(_ model: LanguageModel, _ request: Request, _ bounds: CallBounds) async throws -> (outcome: Outcome, use: ModelUse) {
        guard try await models.admits(request.grant.caller.accountKey, to: model, on: request.today) else {
            return Self.failed(ModelUse(model: model.name), Sentence(.modelShare, "\(model.dailyQuestions)", "\(model.dailyTokens)"))
        }
        let key = try await models.key(of: model)
        let fence = String(UInt64.random(in: .min ... .max), radix: 36)
        var prompt = ModelPrompt(
            request.question, request.reading, in: request.index, seesValues: model.seesValues, today: request.today, fence: fence)
        if !request.instructions.isEmpty { prompt.system += "\nFrom those who set this assistant up:\n\(request.instructions)" }
        var use = ModelUse(model: model.name)
        var problem = ""
        while use.attempts <= Self.repairs {
            use.attempts += 1
            let text: String
            let tokens: Int64
            do {
                let reply = try await client.reply(
                    of: model, key: key, to: prompt, within: ContinuousClock.now.duration(to: bounds.deadline), writes: request.writes)
                text = reply.text
                tokens = reply.tokens
            } catch {
                return Self.failed(use, Sentence(Self.text(of: error.code), error.reason))
            }
            use.tokens += tokens
            try await models.count(tokens, of: request.grant.caller.accountKey, by: model, on: request.today)
            guard let reply = ModelReply(text) else {
                problem = "the reply is not the JSON object that was asked for"
                prompt = prompt.repairing(text, because: problem)
                continue
            }
            guard let sql = reply.sql else {
                return (.clarification(reply.clarification ?? ""), use)
            }
            do {
                let prepared = try await sqlGuard.prepare(
                    fromModel: sql, grant: request.grant, source: request.source, rows: request.rows, bounds)
                return (.statement(prepared, reply), use)
            } catch {
                guard bounds.refusal == nil, [.invalidArgument, .forbidden, .notFound].contains(error.code) else { throw error }
                problem = error.reason
                prompt = prompt.repairing(text, because: problem)
            }
        }
        return Self.failed(use, Sentence(.modelStatement, problem))
    }

    /// Sends a short request, to test address, key and model name.
    /// - Returns: why there was no reply. Nil if there was one.
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

    private static func failed(_ use: ModelUse, _ reason: Sentence) -> (Outcome, ModelUse) {
        var use = use
        use.failure = reason
        return (.failure, use)
    }

    private static func text(of code: OutboundError.Code) -> QuestionLanguage.Text {
        switch code {
        case .busy: .modelBusy
        case .tooSlow: .modelSlow
        case .tooLarge: .modelLarge
        case .badAnswer: .modelReply
        case .badURL, .forbiddenAddress, .unreachable: .modelUnreachable
        }
    }
}
