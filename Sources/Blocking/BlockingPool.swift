/// A few threads for calls that block, with a bounded queue in front of them.
///
/// There is an instance for each kind of work (each database, password hashes, host names), so that none starves another. A full pool refuses at
/// once. A waiting call is refused, and never runs, as soon as its deadline passes or it is cancelled; a running call ends by its own bounds. Threads
/// start when they are first needed.
package final class BlockingPool: Sendable {
    /// The name that the threads have.
    package let name: String
    private let idleTime: Duration?
    private let queue: WorkQueue<@Sendable () -> Void>
    private let threads = ThreadGroup()

    /// - Parameters:
    ///   - name: of the threads, at most 10 bytes.
    ///   - threads: calls that run at a time.
    ///   - queueLength: calls that wait for a thread at a time.
    ///   - idleTime: how long an idle thread is kept; nil for as long as the pool.
    package init(name: String, threads: Int, queueLength: Int, idleTime: Duration? = nil) {
        self.name = name
        self.idleTime = idleTime
        queue = WorkQueue(name: name, limit: queueLength, workers: threads)
    }

    deinit { queue.close() }

    /// The number of calls that wait.
    package var queued: Int { queue.count }

    /// Runs `body` on a thread of the pool. A cancelled task cancels the token.
    /// - Throws: ``PoolRefusal``, and what `body` throws.
    package func run<R: Sendable>(
        until deadline: ContinuousClock.Instant, _ cancellation: Cancellation = Cancellation(), _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<R, any Error>) in
                start(until: deadline, cancellation) {
                    continuation.resume(with: Result { try body() })
                } refuse: {
                    continuation.resume(throwing: $0)
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Runs `work` on a thread of the pool without waiting for it; exactly one of `work` and `refuse` is called.
    package func start(
        until deadline: ContinuousClock.Instant, _ cancellation: Cancellation = Cancellation(), _ work: @escaping @Sendable () -> Void,
        refuse: @escaping @Sendable (PoolRefusal) -> Void
    ) {
        guard queue.put(until: deadline, cancellation, work, refuse: refuse) else { return }
        let isStarted = threads.start(name) { [queue, idleTime] in
            while let item = queue.take(idleFor: idleTime) {
                item.work()
                queue.done()
            }
        }
        if !isStarted { queue.threadFailed(deadline) }
    }

    /// Refuses new calls, lets the others finish, and returns when all threads have ended.
    package func close() async {
        queue.close()
        await threads.allEnded()
    }
}

/// Why a pool refused a call. No part of the call ran.
package enum PoolRefusal: Error, Hashable, Sendable {
    /// All threads of the pool are busy and its queue is full.
    case full
    /// The deadline passed while the call waited.
    case late
    /// The call was cancelled while it waited.
    case cancelled
    /// The pool is closed.
    case closed
    /// The system gives no thread.
    case noThread
}
