import Blocking
import CSQLite

extension SQLiteWriter {
    /// One transaction with the jobs of several callers.
    struct Group {
        let connection: SQLiteConnection
        let options: SQLiteOptions

        private enum Outcome {
            case done(@Sendable () -> Void)
            /// Undone alone.
            case failed(any Error)
            /// SQLite ended the whole transaction.
            case lost(any Error)
        }

        /// Runs `first` and the writes that wait after it, commits, responds to the callers, and then maintains the log.
        func commit(_ first: Job, then queue: WorkQueue<Job>) {
            do {
                connection.stop.arm(first.bounds, patience: options.busyTimeout)
                defer { connection.stop.disarm() }
                try connection.command("BEGIN IMMEDIATE")
            } catch {
                return first.refuse(error)
            }
            var done: [(job: Job, answer: @Sendable () -> Void)] = []
            let end = ContinuousClock.now + options.groupAge
            var count = 0
            var next: Job? = first
            while let job = next {
                count += 1
                switch run(job) {
                case .done(let answer): done.append((job, answer))
                case .failed(let error): job.refuse(error)
                case .lost(let error):
                    job.refuse(error)
                    let undone = DatabaseError(.busy, "the write was undone together with another; nothing was changed, try again")
                    for (job, _) in done { job.refuse(undone) }
                    return
                }
                next = count < SQLiteWriter.maximumJobs && .now < end ? queue.poll()?.work : nil
            }
            do {
                try connection.command("COMMIT")
                for (_, answer) in done { answer() }
                connection.log?.shorten()
            } catch {
                // What is not committed is rolled back here or by SQLite; either way nothing of it stays.
                if !connection.isAutocommit { try? connection.command("ROLLBACK") }
                for (job, _) in done { job.refuse(error) }
            }
        }

        private func run(_ job: Job) -> Outcome {
            do {
                try connection.command("SAVEPOINT job")
            } catch {
                return .failed(error)
            }
            do {
                connection.stop.arm(job.bounds, patience: .zero)
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
                // The savepoint cannot be undone: give up all of it. A rollback that fails leaves no transaction to undo.
                try? connection.command("ROLLBACK")
                return .lost(cause)
            }
        }

        /// A deferred foreign key must not fail the commit of other writers.
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
