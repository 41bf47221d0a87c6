import Blocking
import CSQLite

/// The one writing connection and its thread. Waiting jobs are committed together, with one sync of the disk.
///
/// Each job has its own savepoint, so that a failing one is rolled back alone. Where SQLite rolls back the whole transaction for one of
/// them (full disk, a write stopped by its deadline), the others run again without it, within their deadlines. Callers learn of success
/// only after the commit; when that fails, every caller of the group gets an error and nothing is changed.
final class SQLiteWriter: Sendable {
    struct Job: Sendable {
        let bounds: CallBounds
        /// Runs on the connection, and again if it was rolled back because of another job; returns the closure that reports success to the
        /// caller.
        let run: @Sendable (SQLiteConnection) throws -> @Sendable () -> Void
        /// Reports failure to the caller.
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
        if !isStarted { queue.threadFailed(bounds.deadline) }
    }

    /// Refuses new jobs, and returns when the waiting ones are committed.
    func drain() async {
        queue.close()
        await threads.allEnded()
    }

    func close() { connection.withLock { $0 = nil } }
}

extension SQLiteWriter {
    /// One transaction with the jobs of several callers.
    struct Group {
        let connection: SQLiteConnection
        let options: SQLiteOptions

        private enum Outcome {
            case done(@Sendable () -> Void)
            /// The job alone was rolled back.
            case failed(any Error)
            /// SQLite rolled back the whole transaction.
            case lost(any Error)
        }

        /// Runs `first` and the waiting writes, commits, responds to the callers, and then maintains the log. If SQLite rolls back all of
        /// them for one, the others run again without it.
        func commit(_ first: Job, then queue: WorkQueue<Job>) {
            let end = ContinuousClock.now + options.groupAge
            var known = [first]
            var (count, takesMore) = (0, true)
            while !known.isEmpty {
                let undone = transaction {
                    if !known.isEmpty { return known.removeFirst() }
                    count += 1
                    return takesMore && count < SQLiteWriter.maximumJobs && .now < end ? queue.poll()?.work : nil
                }
                known = undone + known
                takesMore = false
            }
        }

        /// Commits jobs until none wait.
        /// - Returns: the jobs that were rolled back because of another one, which was refused.
        private func transaction(_ next: () -> Job?) -> [Job] {
            guard let first = next() else { return [] }
            do {
                connection.stop.arm(first.bounds, lockWait: options.busyTimeout)
                defer { connection.stop.disarm() }
                try connection.command("BEGIN IMMEDIATE")
            } catch {
                first.refuse(error)
                return []
            }
            var done: [(job: Job, answer: @Sendable () -> Void)] = []
            var current: Job? = first
            while let job = current {
                switch run(job) {
                case .done(let answer): done.append((job, answer))
                case .failed(let error): job.refuse(error)
                case .lost(let error):
                    job.refuse(error)
                    return done.map(\.job)
                }
                current = next()
            }
            do {
                try connection.command("COMMIT")
                for (_, answer) in done { answer() }
                connection.log?.shorten()
            } catch {
                // Uncommitted changes are rolled back here or by SQLite; in either case nothing remains.
                if !connection.isAutocommit { try? connection.command("ROLLBACK") }
                for (job, _) in done { job.refuse(error) }
            }
            return []
        }

        private func run(_ job: Job) -> Outcome {
            // The deadline of a job that runs again may have passed meanwhile.
            if let refusal = job.bounds.refusal { return .failed(refusal) }
            do {
                try connection.command("SAVEPOINT job")
            } catch {
                return .failed(error)
            }
            do {
                connection.stop.arm(job.bounds, lockWait: .zero)
                defer { connection.stop.disarm() }
                let answer = try job.run(connection)
                connection.stop.disarm()
                if connection.isAutocommit { return .lost(DatabaseError(.other, "the transaction was ended from within")) }
                try refuseDanglingReferences()
                try connection.command("RELEASE job")
                return .done(answer)
            } catch {
                return undo(error)
            }
        }

        private func undo(_ cause: any Error) -> Outcome {
            if connection.isAutocommit { return .lost(cause) }
            do {
                try connection.command("ROLLBACK TO job")
                try connection.command("RELEASE job")
                return .failed(cause)
            } catch {
                // The savepoint cannot be rolled back, so the whole transaction is. If that fails too, there is no transaction to undo.
                try? connection.command("ROLLBACK")
                return .lost(cause)
            }
        }

        /// Refuses violations of deferred foreign keys, so that they do not fail the commit of other writers.
        private func refuseDanglingReferences() throws {
            var current: Int32 = 0
            var highest: Int32 = 0
            let result = sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
            if result == SQLITE_OK, current != 0 {
                throw DatabaseError(sqlite: SQLiteConstraint.foreignKey, message: "deferred foreign key", cause: nil)
            }
        }
    }
}

/// Moves the write-ahead log of a writing connection into the file when it is long.
///
/// SQLite would do this within the commit that makes the log long, and the callers of that commit would wait.
final class SQLiteLog {
    /// Length at which the log is moved into the file. A higher value moves it less often, and writes pages that change repeatedly only
    /// once. Unit: pages.
    private static let longest: Int32 = 4_000

    private let handle: OpaquePointer
    /// Unit: pages, as of the last commit.
    private var length: Int32 = 0

    init(of handle: OpaquePointer) { self.handle = handle }

    /// Replaces SQLite's own checkpoints. The connection that owns the log must close the handle before it releases it.
    func install() {
        sqlite3_wal_hook(
            handle,
            { context, _, _, length in
                guard let context else { return SQLITE_OK }
                Unmanaged<SQLiteLog>.fromOpaque(context).takeUnretainedValue().length = length
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Copies a long log into the file, up to the oldest snapshot of a reader. Called after the callers of a commit have their results.
    func shorten() {
        guard length >= Self.longest else { return }
        // The next commit retries the rest.
        sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
}
