import JSON
import Synchronization

/// Runs the tasks of this process, and forwards messages to tasks on other nodes.
final class TaskRunner: Sendable {
    static let extensionName = "io.modelcontextprotocol/tasks"

    private struct State: Sendable {
        var running: [String: TaskPromotion] = [:]
        var counts: [String: Int] = [:]
        weak var node: Node?
    }

    let store: any TaskStore
    let bounds: MCPSettings.Bounds
    let now: @Sendable () -> Int64
    private let state = Mutex(State())

    init(_ store: any TaskStore, bounds: MCPSettings.Bounds, now: @escaping @Sendable () -> Int64) {
        self.store = store
        self.bounds = bounds
        self.now = now
    }

    func join(_ node: Node) { state.withLock { $0.node = node } }

    /// Begins a task for a running call. Nil when its account has too many.
    func begin(_ promotion: TaskPromotion, owner: String, account: String, tool: String, message: String?) async throws -> TaskRecord? {
        let isAdmitted = state.withLock { state in
            guard state.counts[account, default: 0] < bounds.tasksPerPrincipal else { return false }
            state.counts[account, default: 0] += 1
            return true
        }
        guard isAdmitted else { return nil }
        var record = TaskRecord(
            id: RandomName.make(), owner: owner, tool: tool, createdAt: now(), lifetime: CacheHint(timeToLive: bounds.taskLifetime).milliseconds,
            pollInterval: CacheHint(timeToLive: bounds.taskPollInterval).milliseconds)
        record.statusMessage = message
        do {
            try await store.add(record)
        } catch {
            leave(account)
            throw error
        }
        let id = record.id
        state.withLock { $0.running[id] = promotion }
        return record
    }

    /// Changes a task that is not final, and notifies the clients that watch it.
    @discardableResult
    func change(_ id: String, _ body: @escaping @Sendable (inout TaskRecord) -> Void) async throws -> TaskRecord? {
        let time = now()
        let record = try await store.change(id) { record in
            guard !record.status.isFinal else { return false }
            body(&record)
            record.updatedAt = max(record.updatedAt, time)
            return true
        }
        if record != nil, let node = state.withLock(\.node) { await node.announce(.task(id)) }
        return record
    }

    /// Called when the call of a task has ended.
    func ended(_ id: String, account: String) {
        state.withLock { $0.running[id] = nil }
        leave(account)
    }

    /// Delivers a client's answers to a task's questions, on whichever node the task runs.
    func answer(_ id: String, _ answers: JSONObject) async throws {
        try await change(id) { record in
            for key in answers.keys { record.inputRequests[key] = nil }
            if record.status == .inputRequired, record.inputRequests.isEmpty { record.status = .working }
        }
        if let promotion = promotion(id) {
            promotion.answer(answers)
        } else {
            await forward(["task": .string(id), "answers": .object(answers)])
        }
    }

    func cancel(_ id: String) async throws {
        try await change(id) { record in
            record.status = .cancelled
            record.inputRequests = JSONObject()
        }
        if let promotion = promotion(id) { promotion.cancel() } else { await forward(["task": .string(id), "cancel": true]) }
    }

    /// Handles a message from another node.
    func receive(_ payload: JSONValue) {
        guard let promotion = payload["task"]?.string.flatMap({ promotion($0) }) else { return }
        if payload["cancel"] == true { promotion.cancel() } else { promotion.answer(payload["answers"]?.object ?? JSONObject()) }
    }

    private func promotion(_ id: String) -> TaskPromotion? { state.withLock { $0.running[id] } }

    private func forward(_ payload: JSONObject) async {
        guard let node = state.withLock(\.node), node.bus.reachesOthers else { return }
        await node.publish("task", payload) {}
    }

    private func leave(_ account: String) {
        state.withLock { state in
            let count = state.counts[account, default: 1] - 1
            state.counts[account] = count > 0 ? count : nil
        }
    }
}
