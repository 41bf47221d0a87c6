import JSON
import Synchronization

/// Turns a running call into a task. Before that, the call's result is the response; afterwards the task is.
final class TaskPromotion: InputChannel {
    /// What the request is answered with.
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
    /// Who is counted for it.
    private let account: String
    private let tool: String
    /// Asks as long as there is no task.
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

    /// Goes on as a task. False when the principal has too many.
    func begin(_ message: String?) async throws -> Bool {
        guard !hasBegun else { return true }
        guard let record = try await runner.begin(self, owner: owner, account: account, tool: tool, message: message) else { return false }
        state.withLock { $0.id = record.id }
        if !first.put(.task(record)) {
            // The client went away before it had a name for the task.
            try await runner.cancel(record.id)
        }
        return true
    }

    /// Tells how far the task is.
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

    /// Takes the client's answers; unknown and answered keys are left.
    func answer(_ answers: JSONObject) {
        for (key, value) in answers { state.withLock { $0.questions.removeValue(forKey: key) }?.put(value) }
    }

    /// Ends the work, whether or not it has become a task.
    func cancel() {
        let handler = state.withLock { state in
            state.isCancelled = true
            return state.handler
        }
        handler?.cancel()
    }

    /// The request's client has gone: ends the work unless it has become a task.
    func clientLeft() { if !hasBegun { cancel() } }

    /// The work has ended.
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
            // The store fails: the task keeps the state that it has until it is forgotten.
        }
    }

    /// A key that was not used in this task.
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
