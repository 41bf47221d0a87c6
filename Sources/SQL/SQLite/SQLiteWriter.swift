import Blocking

/// The one writing connection and its thread. Jobs that wait are committed together, with one sync of the disk.
///
/// Each job has its own savepoint, so that a failing one is undone alone. Callers learn of success only after the commit. When the commit fails, or
/// SQLite rolls back the whole transaction (full disk, a write stopped by its deadline), every caller of the group gets an error and nothing is
/// changed.
final class SQLiteWriter: Sendable {
    struct Job: Sendable {
        let bounds: CallBounds
        /// Runs on the connection; returns the closure that reports success to the caller.
        let run: @Sendable (SQLiteConnection) throws -> @Sendable () -> Void
        /// Tells the caller of failure.
        let refuse: @Sendable (any Error) -> Void
    }

    /// Largest group.
    static let maximumJobs = 256

    private let queue: WorkQueue<Job>
    private let threads = ThreadGroup()
    private let connection: Monitor<SQLiteConnection?>
    private let options: SQLiteOptions

    init(_ connection: SQLiteConnection, _ options: SQLiteOptions) {
        queue = WorkQueue(name: "sqlite-write", limit: options.queueLength, workers: 1)
        self.connection = Monitor(connection)
        self.options = options
    }

    deinit { queue.close() }

    var queued: Int { queue.count }

    func submit(_ job: Job) {
        let bounds = job.bounds
        guard queue.put(until: bounds.deadline, bounds.cancellation, job, refuse: { job.refuse(bounds.error($0)) }) else { return }
        let isStarted = threads.start("sqlite-write") { [queue, connection, options] in
            while let item = queue.take() {
                connection.withLock { connection in
                    guard let connection else { return item.work.refuse(DatabaseError.closed) }
                    Group(connection: connection, options: options).commit(item.work, then: queue)
                }
                queue.done()
            }
        }
        if !isStarted { queue.lacksThread(bounds.deadline) }
    }

    /// Refuses new jobs, and returns when the others are committed.
    func drain() async {
        queue.close()
        await threads.allEnded()
    }

    func close() { connection.withLock { $0 = nil } }
}
