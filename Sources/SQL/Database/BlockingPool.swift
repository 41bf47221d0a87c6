/// A few threads of our own for calls that block, with a queue of stated length before them.
///
/// A full queue refuses with ``DatabaseError/Code-swift.enum/busy``. A call that is late or cancelled while it waits is refused at once and never
/// runs; a running one ends by its own bounds. Threads start when they are first needed.
package final class BlockingPool: Sendable {
    private let name: String
    private let threadLimit: Int
    private let queue: WorkQueue<@Sendable () -> Void>
    private let threads = ThreadGroup()

    /// - Parameters:
    ///   - name: of the threads, at most 10 bytes.
    ///   - threads: calls that run at a time.
    ///   - queueLength: calls that wait at a time.
    package init(name: String, threads: Int, queueLength: Int) {
        self.name = name
        threadLimit = threads
        queue = WorkQueue(name: name, limit: queueLength)
    }

    deinit { queue.close() }

    /// How many calls wait.
    package var queued: Int { queue.count }

    /// Runs `body` on a thread of the pool. A cancelled task cancels the bounds' token.
    package func run<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<R, any Error>) in
                submit(bounds) { [name] in
                    continuation.resume(with: Result { try bounds.watched(name, body) })
                } refuse: {
                    continuation.resume(throwing: $0)
                }
            }
        } onCancel: {
            bounds.cancellation.cancel()
        }
    }

    private func submit(_ bounds: CallBounds, _ work: @escaping @Sendable () -> Void, refuse: @escaping @Sendable (any Error) -> Void) {
        guard queue.put(bounds, work, refuse: refuse) else { return }
        if threads.start(name, limit: threadLimit, { [queue] in while let item = queue.take() { item.work() } }) { return }
        if threads.count == 0 {
            queue.refuseAll(DatabaseError(.busy, "the system gives no more threads"))
        } else {
            queue.watch(bounds.deadline)
        }
    }

    /// Refuses new calls, lets the others end, and returns when all threads have.
    package func close() async {
        queue.close()
        await threads.allEnded()
    }
}
