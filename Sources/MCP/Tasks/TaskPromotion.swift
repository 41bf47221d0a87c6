import JSON
import Synchronization

/// Turns a running call into a task. Without a task, the response is the call's result. With a task, the response is the task.
final class TaskPromotion: InputChannel {
    /// The response to the request.
    enum First: Sendable {
        case task(TaskRecord)
        case outcome(Result<any ResultBody, MCPError>)
    }

    private struct State: Sendable {
        var id: String?
        var handler: Task<Void, Never>?
        var isCancelled = false
        var questions: [String: OneShotChannel<JSONValue>] = [:]
        var usedKeys: Set<String> = []
    }

    let first = OneShotChannel<First>()
    private let runner: TaskRunner
    private let owner: String
    /// The account whose task limit applies.
    private let account: String
    private let tool: String
    /// The channel for questions before the call becomes a task.
    private let before: (any InputChannel)?
    private let encode: @Sendable (any ResultBody) -> [UInt8]
    private let state = Mutex(State())

    init(
        _ runner: TaskRunner, owner: String, account: String, tool: String, before: (any InputChannel)?,
        encode: @escaping @Sendable (any ResultBody) -> [UInt8]
    ) {
        self.runner = runner
        self.owner = owner
        self.account = account
        self.tool = tool
        self.before = before
        self.encode = encode
    }

    var hasBegun: Bool { state.withLock { $0.id != nil } }

    func adopt(_ handler: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.handler = handler
            return state.isCancelled
        }
        if isCancelled { handler.cancel() }
    }

    /// Begins the task. Returns false when the account has too many.
    func begin(_ message: String?) async throws -> Bool {
        guard !hasBegun else { return true }
        guard let record = try await runner.begin(self, owner: owner, account: account, tool: tool, message: message) else { return false }
        state.withLock { $0.id = record.id }
        if !first.put(.task(record)) {
            // The client left before it received the task's id.
            try await runner.cancel(record.id)
        }
        return true
    }

    /// Updates the task's status message.
    func tell(_ message: String) async throws {
        guard let id = state.withLock(\.id) else { return }
        try await runner.change(id) { $0.statusMessage = message }
    }

    var asked: Set<String> { before?.asked ?? [] }

    func ask(_ questions: [Question]) async throws -> [String: InputResponse] {
        guard let id = state.withLock(\.id) else {
            guard let before else { throw InputError.notSupported }
            return try await before.ask(questions)
        }
        var waiting: [(question: Question, reply: OneShotChannel<JSONValue>)] = []
        var requests: [(String, JSONFragment)] = []
        for question in questions {
            let (key, reply) = open(question.key)
            waiting.append((question, reply))
            requests.append((key, JSONFragment { question.write(into: &$0, revision: .v2026_07_28) }))
        }
        let asked = try requests.map { ($0.0, try JSONValue(parsing: $0.1.bytes)) }
        try await runner.change(id) { record in
            for (key, request) in asked { record.inputRequests[key] = request }
            record.status = .inputRequired
        }
        var answers: [String: InputResponse] = [:]
        for (question, reply) in waiting {
            guard let value = await reply.take() else { throw CancellationError() }
            guard let answer = question.request.answer(value) else { throw InputError.malformed }
            answers[question.key] = answer
        }
        return answers
    }

    /// Takes the client's answers. Ignores unknown keys and keys that were answered before.
    func answer(_ answers: JSONObject) {
        for (key, value) in answers { state.withLock { $0.questions.removeValue(forKey: key) }?.put(value) }
    }

    /// Cancels the work, whether or not it has become a task.
    func cancel() {
        let handler = state.withLock { state in
            state.isCancelled = true
            return state.handler
        }
        handler?.cancel()
    }

    /// Called when the client has left. Cancels the work unless it has become a task.
    func clientLeft() { if !hasBegun { cancel() } }

    /// Called when the work has ended.
    func finish(_ outcome: Result<any ResultBody, MCPError>) async {
        guard let id = state.withLock(\.id) else {
            first.put(.outcome(outcome))
            return
        }
        defer { runner.ended(id, account: account) }
        do {
            switch outcome {
            case .success(let body):
                let result = JSONFragment(trusted: encode(body))
                try await runner.change(id) { record in
                    record.status = .completed
                    record.result = result
                }
            case .failure(let error):
                let written = try JSONValue(parsing: JSONFragment { error.write(into: &$0) }.bytes)
                try await runner.change(id) { record in
                    record.status = .failed
                    record.error = written
                }
            }
        } catch {
            // If the store fails, the task keeps its state until it expires.
        }
    }

    /// Opens a question. Its key is new within this task.
    private func open(_ key: String) -> (String, OneShotChannel<JSONValue>) {
        let reply = OneShotChannel<JSONValue>()
        return state.withLock { state in
            var name = key
            var number = 1
            while !state.usedKeys.insert(name).inserted {
                number += 1
                name = "\(key)_\(number)"
            }
            state.questions[name] = reply
            return (name, reply)
        }
    }
}
