import Access
import JSON
import Store

/// Walks the nodes of one execution, from the results that are there already, until it ends, waits for a person, or is no longer this process's.
///
/// A change of rows in the workspace's own database leaves a mark beside the rows, in the same transaction: after the death of a process the node runs
/// again, finds the mark, and changes nothing. Every other effect is written down before it begins; what is found begun is reported as not known.
final class WorkflowRun {
    /// Ends the walk.
    enum Stop: Error {
        case pause(Executions.Pause)
        /// The execution is another's, or this process ends.
        case lost
    }

    /// What a node gave.
    struct Outcome {
        var result: JSONValue = .null
        var status = ExecutionStatus.resolved
        var reason: String?
    }

    let execution: Execution
    let title: String
    let content: WorkflowContent
    let acts: WorkflowActs
    let directory: WorkflowDirectory
    let store: Store
    private let executions: Executions
    private let owner: String
    private let deadline: ContinuousClock.Instant
    private var jobs: [String: Job]
    /// Finished, and not kept yet.
    private var finished: [Job] = []
    private var bytes = 0
    private var steps = 0
    var values: TemplateValues

    init(_ execution: Execution, _ workflow: String, _ content: WorkflowContent, _ jobs: [Job], context: JSONValue, by runner: WorkflowRunner) {
        self.execution = execution
        title = workflow
        self.content = content
        acts = runner.acts
        directory = runner.workflows.directory
        store = runner.workflows.store
        executions = runner.workflows.executions
        owner = runner.name
        let limit = content.timeout.map { min(Duration.seconds($0), WorkflowLimits.runTime) } ?? WorkflowLimits.runTime
        deadline = .now + limit
        self.jobs = Dictionary(jobs.map { ($0.path, $0) }) { first, _ in first }
        values = TemplateValues(context: context, now: .now)
    }

    /// - Throws: what the store fails with; the execution is then taken over later.
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
        _ = try await executions.keep(finished, pause, of: execution.id, by: owner)
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

    private func loop(_ node: WorkflowNode, _ path: String) async throws {
        // What it goes through stays the same, also when it is taken up again.
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

    /// Runs one node, unless it has run.
    private func step(_ node: WorkflowNode, _ path: String) async throws {
        if let known = jobs[path] {
            guard known.status != .resolved else { return values.results[node.key] = known.result }
            guard node.type != .approval else { throw Stop.lost }
            // Begun by a process that ended before it could say what came of it.
            var job = known
            (job.status, job.ended) = (.unknown, .now)
            job.reason = "the server ended while this node ran: whether it did its work is not known; look, then retry or leave it"
            try await end(job)
            return
        }
        steps += 1
        guard steps <= WorkflowLimits.steps else { throw limit("more than \(WorkflowLimits.steps) nodes were run") }
        guard ContinuousClock.now < deadline else { throw limit("its nodes took longer than it may take") }
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
            // A process that ends fails every call: that says nothing of the node.
            if Task.isCancelled { throw Stop.lost }
            let refusal = acts.refusal(error)
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
        finished.append(Job(path: path, node: node.key, status: .started, started: now))
        throw Stop.pause(.waits(until: now + time))
    }

    private func limit(_ reason: String) -> Stop { .pause(.ended(.aborted, reason: reason)) }

    /// Keeps a job in memory until something must be durable.
    private func note(_ job: Job) throws {
        jobs[job.path] = job
        finished.removeAll { $0.path == job.path }
        finished.append(job)
    }

    private func keep(_ job: Job) async throws {
        try note(job)
        guard try await executions.keep(finished, of: execution.id, by: owner) else { throw Stop.lost }
        finished = []
    }

    /// Ends the execution with what its last node gave.
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

    /// Whether what it changes is marked beside the rows, so that it can run again.
    var isMarked: Bool { type != .request && place.source == "main" }
}
