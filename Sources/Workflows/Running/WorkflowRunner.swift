import Access
import JSON
import Store
import Synchronization

/// The background work of one process: renews its lease, takes over from dead processes, starts workflows that are due, and runs executions.
package final class WorkflowRunner: Sendable {
    /// How a runner works.
    package struct Timing: Sendable {
        /// How long a silent process keeps what it has.
        package var lease: Duration
        /// How often schedules and notes of changes are looked for.
        package var interval: Duration
        /// Executions at a time.
        package var width: Int

        package init(lease: Duration = .seconds(15), interval: Duration = .seconds(1), width: Int = 8) {
            (self.lease, self.interval, self.width) = (lease, interval, width)
        }
    }

    /// Of this process, unlike every other.
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    let workflows: Workflows
    let effects: WorkflowEffects
    private let timing: Timing
    private let report: @Sendable (String) -> Void
    private let turn = Mutex(WorkspaceID(0))
    /// Until when this process may run what it has taken.
    private let leaseEnd = Mutex<ContinuousClock.Instant?>(nil)
    private let running = Mutex(0)

    /// - Parameter report: receives errors that no client sees.
    package init(_ workflows: Workflows, effects: WorkflowEffects, timing: Timing = Timing(), report: @escaping @Sendable (String) -> Void) {
        (self.workflows, self.effects, self.timing, self.report) = (workflows, effects, timing, report)
    }

    /// Executions that run; a metric.
    package var runningCount: Int { running.withLock { $0 } }

    /// Works until the task is cancelled, and gives back then what has not ended.
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
        // This task has ended; a task that still runs completes the execution.
        await Task { [workflows, name, report] in
            do { try await workflows.executions.release(name) } catch { report("workflows that run: \(error)") }
        }.value
    }

    private func repeating(every interval: Duration, _ clock: any Clock<Duration>, _ body: () async throws -> Void) async {
        repeat {
            do { try await body() } catch { if !Task.isCancelled { report("workflows: \(error)") } }
            // Throws at the end of the task.
        } while (try? await clock.sleep(for: interval)) != nil
    }

    /// Starts waiting executions up to the limit.
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
        // A process that could not say that it lives takes nothing.
        if !leaseEnd.withLock({ $0.map { $0 > .now + timing.lease / 2 } ?? false }) { try await renew() }
        let claimed = try await workflows.executions.claim(limit, for: name, after: turn.withLock { $0 })
        if let last = claimed.last { turn.withLock { $0 = last.workspace } }
        return claimed
    }

    /// Says that this process lives, and queues what dead ones had.
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

    /// Sets off what is due, and what changes of rows ask for.
    package func lookForTriggers() async throws {
        try await workflows.fireSchedules()
        for workspace in try await workflows.workspacesWithWatches() {
            do {
                while try await workflows.readChanges(of: workspace) {}
            } catch {
                if Task.isCancelled { return }
                // One database that is down holds up none of the others.
                report("changes in workspace \(workspace.rawValue): \(error)")
            }
        }
    }

    private func clean() async throws {
        try await workflows.executions.removeOld()
        for workspace in try await workflows.workspacesWithEffects() { try await workflows.removeOldEffects(of: workspace) }
    }

    /// Runs everything that waits, here and now: for tests and for programs without a background.
    /// - Returns: how many executions were run.
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

    /// Ends an execution that cannot be run for an internal reason; one that the store fails for is tried again.
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

    /// For one waiter alone.
    package var rings: AsyncStream<Void> { pair.stream }
}
