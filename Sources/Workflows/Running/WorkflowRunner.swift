import Access
import JSON
import Store
import Synchronization

/// The background work of one process: renews its lease, takes over from dead processes, starts scheduled workflows, and runs executions.
package final class WorkflowRunner: Sendable {
    /// Times and limits of a runner.
    package struct Timing: Sendable {
        /// How long a silent process keeps its executions.
        package var lease: Duration
        /// Interval between checks of schedules and recorded changes.
        package var interval: Duration
        /// Most simultaneous executions.
        package var width: Int

        package init(lease: Duration = .seconds(15), interval: Duration = .seconds(1), width: Int = 8) {
            (self.lease, self.interval, self.width) = (lease, interval, width)
        }
    }

    /// A unique name of this process.
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    let workflows: Workflows
    let effects: WorkflowEffects
    private let timing: Timing
    private let report: @Sendable (String) -> Void
    private let turn = Mutex(WorkspaceID(0))
    /// Until when this process may run its executions.
    private let leaseEnd = Mutex<ContinuousClock.Instant?>(nil)
    private let running = Mutex(0)

    /// - Parameter report: receives errors that no client sees.
    package init(_ workflows: Workflows, effects: WorkflowEffects, timing: Timing = Timing(), report: @escaping @Sendable (String) -> Void) {
        (self.workflows, self.effects, self.timing, self.report) = (workflows, effects, timing, report)
    }

    /// Executions that run; a metric.
    package var runningCount: Int { running.withLock { $0 } }

    /// Works until the task is cancelled, then queues unfinished executions again.
    package func run(clock: any Clock<Duration> = ContinuousClock()) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.repeating(every: self.timing.lease / 3, clock) { try await self.live() } }
            group.addTask {
                await self.repeating(every: self.timing.interval, clock) {
                    try await self.lookForTriggers()
                    self.workflows.wakeSignal.ring()
                }
            }
            group.addTask { await self.repeating(every: .seconds(600), clock) { try await self.clean() } }
            for await _ in workflows.wakeSignal.rings {
                do { try await self.start(in: &group) } catch { report("workflows: \(error)") }
            }
            group.cancelAll()
        }
        // This task is cancelled, so a new task releases the executions.
        await Task { [workflows, name, report] in
            do { try await workflows.executions.release(name) } catch { report("workflows that run: \(error)") }
        }.value
    }

    private func repeating(every interval: Duration, _ clock: any Clock<Duration>, _ body: () async throws -> Void) async {
        repeat {
            do { try await body() } catch { if !Task.isCancelled { report("workflows: \(error)") } }
            // The sleep throws when the task is cancelled.
        } while (try? await clock.sleep(for: interval)) != nil
    }

    /// Starts queued executions up to the limit.
    private func start(in group: inout DiscardingTaskGroup) async throws {
        while !Task.isCancelled {
            let room = timing.width - runningCount
            guard room > 0 else { return }
            let claimed = try await claim(room)
            guard !claimed.isEmpty else { return }
            for execution in claimed {
                running.withLock { $0 += 1 }
                group.addTask {
                    await self.run(execution)
                    self.running.withLock { $0 -= 1 }
                    self.workflows.wakeSignal.ring()
                }
            }
        }
    }

    private func claim(_ limit: Int) async throws -> [Execution] {
        guard try await workflows.executions.hasQueued() else { return [] }
        // A process that could not renew its lease claims nothing.
        if !leaseEnd.withLock({ $0.map { $0 > .now + timing.lease / 2 } ?? false }) { try await renew() }
        let claimed = try await workflows.executions.claim(limit, for: name, after: turn.withLock { $0 })
        if let last = claimed.last { turn.withLock { $0 = last.workspace } }
        return claimed
    }

    /// Renews the lease of this process, and takes over from dead ones.
    package func live() async throws {
        // An idle server writes nothing.
        if runningCount > 0 { try await renew() }
        try await workflows.executions.takeOver()
    }

    private func renew() async throws {
        let begin = ContinuousClock.now
        try await workflows.executions.renew(name, until: .now + timing.lease)
        leaseEnd.withLock { $0 = begin + timing.lease }
    }

    /// Starts scheduled workflows, and those that wait for recorded changes of rows.
    package func lookForTriggers() async throws {
        try await workflows.fireSchedules()
        for workspace in try await workflows.workspacesWithWatches() {
            do {
                while try await workflows.readChanges(of: workspace) {}
            } catch {
                if Task.isCancelled { return }
                // One unavailable database must not delay the others.
                report("changes in workspace \(workspace.rawValue): \(error)")
            }
        }
    }

    private func clean() async throws {
        try await workflows.executions.removeOld()
        for workspace in try await workflows.workspacesWithEffects() { try await workflows.removeOldEffects(of: workspace) }
    }

    /// Runs all queued executions on the calling task, for tests and for programs without background tasks.
    /// - Returns: the number of executions that were run.
    @discardableResult
    package func drain() async throws -> Int {
        var count = 0
        while true {
            try await live()
            try await lookForTriggers()
            let claimed = try await claim(timing.width)
            guard !claimed.isEmpty else { return count }
            count += claimed.count
            await withDiscardingTaskGroup { group in
                for execution in claimed { group.addTask { await self.run(execution) } }
            }
        }
    }

    private func run(_ execution: Execution) async {
        do {
            let (title, content, jobs) = try await workflows.work(of: execution)
            let context = try execution.context(workflows.store.secrets)
            try await WorkflowRun(execution, title, content, jobs, context: context, by: self).run()
        } catch {
            // The executions of a removed workflow are removed with it. All others are taken over when this process's lease ends, or later.
            if Task.isCancelled || effects.refusal(error)?.code == .notFound { return }
            report("execution \(execution.id.rawValue): \(error)")
            await giveUp(execution, error)
        }
    }

    /// Ends an execution that cannot be run because of an internal error; after an error of the store it is tried again.
    private func giveUp(_ execution: Execution, _ error: any Error) async {
        do {
            _ = try await workflows.executions.keep(
                [], execution.attempts >= WorkflowLimits.attempts ? .ended(.error, reason: "internal error") : .queuedAgain, of: execution.id,
                by: name)
        } catch {
            report("execution \(execution.id.rawValue): \(error)")
        }
    }
}

/// Wakes one waiter when there may be something to do. Signals without a waiter count as one.
package final class WakeSignal: Sendable {
    private let pair = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    package init() {}

    package func ring() { pair.continuation.yield() }

    /// The signals, for a single waiter.
    package var rings: AsyncStream<Void> { pair.stream }
}
