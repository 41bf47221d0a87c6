import Access
import JSON
import Store

/// Runs the nodes of one execution, starting from its existing results, until it ends, waits for a person, or no longer belongs to this
/// process.
///
/// A change of rows in the workspace's own database leaves a mark in the same transaction. When the process dies, the node runs again,
/// finds the mark, and changes nothing. Every other effect is recorded before it begins; if such a record is found without a result, the
/// node is reported as unknown.
final class WorkflowRun {
    /// Ends the run.
    enum Stop: Error {
        case pause(Executions.Pause)
        /// The execution belongs to another process, or this process is stopping.
        case lost
    }

    /// The result of a node.
    struct Outcome {
        var result: JSONValue = .null
        var status = ExecutionStatus.resolved
        var reason: String?
    }

    let execution: Execution
    let title: String
    let content: WorkflowContent
    let effects: WorkflowEffects
    let directory: WorkflowDirectory
    let store: Store
    private let executions: Executions
    private let owner: String
    private let deadline: ContinuousClock.Instant
    private var jobs: [String: Job]
    /// Finished jobs that are not stored yet, by their paths.
    private var finished: [String: Job] = [:]
    private var bytes = 0
    private var steps = 0
    var values: TemplateValues

    init(_ execution: Execution, _ workflow: String, _ content: WorkflowContent, _ jobs: [Job], context: JSONValue, by runner: WorkflowRunner) {
        self.execution = execution
        title = workflow
        self.content = content
        effects = runner.effects
        directory = runner.workflows.directory
        store = runner.workflows.store
        executions = runner.workflows.executions
        owner = runner.name
        let limit = content.timeout.map { min(Duration.seconds($0), WorkflowLimits.runTime) } ?? WorkflowLimits.runTime
        deadline = .now + limit
        self.jobs = Dictionary(jobs.map { ($0.path, $0) }) { first, _ in first }
        values = TemplateValues(context: context, now: .now)
    }

    /// - Throws: errors of the store; the execution is then taken over later.
    func run() async throws {
        let pause: Executions.Pause
        do {
            try await walk(content.nodes, in: "")
            pause = .ended(.resolved, reason: nil)
        } catch Stop.pause(let stop) {
            pause = stop
        } catch Stop.lost {
            return
        }
        _ = try await executions.keep(Array(finished.values), pause, of: execution.id, by: owner)
    }

    private func walk(_ nodes: [WorkflowNode], in prefix: String) async throws {
        for node in nodes {
            let path = prefix + node.key
            switch node.type {
            case .loop: try await loop(node, path)
            case .condition:
                try await step(node, path)
                let isTrue = values.results[node.key] == true
                try await walk(node.branches[isTrue ? "1" : "0", default: []], in: "\(path)/")
            default: try await step(node, path)
            }
        }
    }

    /// Counts a node that begins. Loops count too, because a loop without passes may be nested in many passes of another.
    /// - Throws: ``Stop`` when the execution has reached its limit.
    private func countStep() throws {
        steps += 1
        guard steps <= WorkflowLimits.steps else { throw limit("more than \(WorkflowLimits.steps) nodes were run") }
        guard ContinuousClock.now < deadline else { throw limit("its nodes took longer than it may take") }
    }

    private func loop(_ node: WorkflowNode, _ path: String) async throws {
        try countStep()
        // The loop keeps its elements, also when the execution is resumed.
        let items: [JSONValue]
        if let known = jobs[path] {
            items = known.result.array ?? []
            if known.status == .resolved { values.results[node.key] = known.result }
        } else {
            let outcome = try await guarded(node, path) { Outcome(result: .array(try self.items(of: node))) }
            var job = Job(path: path, node: node.key, status: .started, result: outcome.result, started: .now)
            if outcome.status != .resolved {
                (job.status, job.reason, job.ended) = (outcome.status, outcome.reason, .now)
                try await end(job)
            }
            items = outcome.result.array ?? []
            try note(job)
        }
        for (index, item) in items.enumerated() {
            values.scopes[node.key] = [
                "item": item, "index": .number(JSONNumber(Int64(index))), "length": .number(JSONNumber(Int64(items.count))),
            ]
            try await walk(node.branches["0", default: []], in: "\(path).\(index)/")
        }
        values.scopes[node.key] = nil
        guard var job = jobs[path], job.status == .started else { return }
        (job.status, job.ended) = (.resolved, .now)
        values.results[node.key] = job.result
        try note(job)
    }

    private func items(of node: WorkflowNode) throws(Refusal) -> [JSONValue] {
        try Template.checkSize(of: node.config["target"] ?? .null, values)
        let target = try Template.filled(node.config["target"] ?? .null, values)
        let items: [JSONValue]
        switch target {
        case .array(let elements): items = elements
        case .null: items = []
        default:
            if let count = target.int {
                guard (0...Int64(WorkflowLimits.passes)).contains(count) else { throw tooManyPasses(count) }
                items = (0..<count).map { .number(JSONNumber($0)) }
            } else {
                items = [target]
            }
        }
        guard items.count <= WorkflowLimits.passes else { throw tooManyPasses(Int64(items.count)) }
        return items
    }

    private func tooManyPasses(_ count: Int64) -> Refusal {
        Refusal(.limited, "target: \(count) passes; a loop has at most \(WorkflowLimits.passes)")
    }

    /// Runs one node, unless it has already run.
    private func step(_ node: WorkflowNode, _ path: String) async throws {
        if let known = jobs[path] {
            guard known.status != .resolved else { return values.results[node.key] = known.result }
            guard node.type != .approval else { throw Stop.lost }
            // A process began it and ended before it stored the outcome.
            var job = known
            (job.status, job.ended) = (.unknown, .now)
            job.reason = "the server ended while this node ran: whether it did its work is not known; look, then retry or leave it"
            try await end(job)
            return
        }
        try countStep()
        values.now = .now
        let started = Timestamp.now
        if node.type == .approval { try await wait(at: node, path, started) }
        if node.hasEffect {
            if node.isMarked {
                guard try await executions.isOwned(execution.id, by: owner) else { throw Stop.lost }
            } else {
                try await keep(Job(path: path, node: node.key, status: .started, started: started))
            }
        }
        let outcome = try await guarded(node, path) { try await self.outcome(of: node, path) }
        let job = Job(
            path: path, node: node.key, status: outcome.status, reason: outcome.reason, result: outcome.result, started: started, ended: .now)
        values.results[node.key] = outcome.result
        guard outcome.status == .resolved, node.type != .end else { return try await end(job) }
        if node.hasEffect, !node.isMarked { try await keep(job) } else { try note(job) }
    }

    private func guarded(_ node: WorkflowNode, _ path: String, _ body: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try bounded(try await body(), of: node)
        } catch let stop as Stop {
            throw stop
        } catch {
            // Every call fails while a process stops, so this says nothing about the node.
            if Task.isCancelled { throw Stop.lost }
            let refusal = effects.refusal(error)
            if refusal?.code == .workspaceStopped { throw Stop.pause(.givenBack) }
            return Outcome(status: .error, reason: refusal?.reason ?? "internal error")
        }
    }

    private func bounded(_ outcome: Outcome, of node: WorkflowNode) throws(Refusal) -> Outcome {
        let length = outcome.result.serialized.count
        guard length > WorkflowLimits.resultBytes || bytes + length > WorkflowLimits.allResultBytes else {
            bytes += length
            return outcome
        }
        guard node.hasEffect else {
            throw Refusal(
                .limited, "gave \(length / 1024) KB; a node keeps at most \(WorkflowLimits.resultBytes / 1024) KB: ask for fewer rows or fields")
        }
        var outcome = outcome
        outcome.result = .null
        outcome.reason = outcome.reason ?? "its work is done; the result of \(length / 1024) KB was too large to keep"
        return outcome
    }

    private func wait(at node: WorkflowNode, _ path: String, _ now: Timestamp) async throws {
        let time = node.config["timeout"]?.int.map { Duration.seconds($0) } ?? WorkflowLimits.approvalTime
        let message = try await guarded(node, path) {
            try Template.checkSize(of: node.config["message"] ?? .null, self.values)
            return Outcome(result: .string(try Template.filledText(node.config["message"]?.string ?? "", self.values)))
        }
        guard message.status == .resolved else {
            return try await end(Job(path: path, node: node.key, status: message.status, reason: message.reason, started: now, ended: .now))
        }
        try note(Job(path: path, node: node.key, status: .started, started: now, message: message.result.string))
        throw Stop.pause(.waits(until: now + time, for: node.assignees))
    }

    private func limit(_ reason: String) -> Stop { .pause(.ended(.aborted, reason: reason)) }

    /// Keeps a job in memory until it must be stored.
    private func note(_ job: Job) throws {
        jobs[job.path] = job
        finished[job.path] = job
    }

    private func keep(_ job: Job) async throws {
        try note(job)
        guard try await executions.keep(Array(finished.values), of: execution.id, by: owner) else { throw Stop.lost }
        finished = [:]
    }

    /// Ends the execution with the result of its last node.
    private func end(_ job: Job) async throws {
        try note(job)
        throw Stop.pause(.ended(job.status, reason: job.reason.map { "\(job.node): \($0)" }))
    }
}

extension WorkflowNode {
    /// Whether it changes something outside the execution.
    var hasEffect: Bool {
        switch type {
        case .create, .update, .destroy, .request: true
        default: false
        }
    }

    /// Whether its changes leave a mark in the same transaction, so that it can run again.
    var isMarked: Bool { type != .request && target.source == "main" }
}
