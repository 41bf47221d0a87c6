import NIOCore

/// Runs tasks on the thread of one event loop, so that a request which never waits for a pool never changes threads.
final class EventLoopExecutor: TaskExecutor {
    /// What becomes of a step that comes in on the event loop's own thread.
    private enum Arrivals {
        /// It has a turn of the loop.
        case scheduled
        /// The next one is kept.
        case kept
        case keeping(UnownedJob)
    }

    private let eventLoop: any EventLoop
    private let arrivals: NIOLoopBoundBox<Arrivals>

    /// To be called on the event loop.
    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        arrivals = NIOLoopBoundBox(.scheduled, eventLoop: eventLoop)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if eventLoop.inEventLoop, case .kept = arrivals.value {
            arrivals.value = .keeping(job)
        } else {
            eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    /// Makes a task whose first step waits for ``runKept()`` instead of a turn of the loop. To be called on the event loop, and not again before that.
    func keepingStart(of task: () -> Task<Void, Never>) -> Task<Void, Never> {
        arrivals.value = .kept
        return task()
    }

    /// Runs the step that waits, if one does.
    func runKept() {
        let former = arrivals.value
        arrivals.value = .scheduled
        guard case .keeping(let job) = former else { return }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
