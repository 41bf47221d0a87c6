import Blocking
import CSQLite
import Glibc

/// Decides when a connection must stop working. The engine asks every thousand steps of its virtual machine and while it waits for a lock.
/// For callers' statements the authorizer also asks while they are compiled.
final class SQLiteInterruption {
    enum Cause { case deadline, cancelled, memory, work }

    /// A step can allocate as much as the longest value, so a connection that counts memory asks more often: every `callerSteps`.
    private static let steps: Int32 = 1_000
    private static let callerSteps: Int32 = 50

    /// Unit: nanoseconds of the monotonic clock.
    private var deadline = Int64.max
    private var cancellation: Cancellation?
    private var work: WorkLimit?
    /// Whether the engine runs a statement of the call, and does not compile one.
    private var isRunning = false
    /// How often the engine asks. Unit: steps of its virtual machine.
    private var interval = SQLiteInterruption.steps
    /// How long to wait for a lock, in nanoseconds. Zero does not wait.
    private var lockWait: Int64 = 0
    private var waitingSince: Int64 = 0
    /// Why the last call was stopped.
    private(set) var cause: Cause?
    /// Reads the memory limit on a connection that runs callers' statements. Unit: bytes.
    private var memory: (() -> Int64)?

    func arm(_ bounds: CallBounds, lockWait: Duration) {
        deadline = Nanoseconds.now + Nanoseconds.left(until: bounds.deadline)
        cancellation = bounds.cancellation
        work = bounds.work
        self.lockWait = Nanoseconds.of(lockWait)
        cause = nil
    }

    /// Stops work after `budget`, without waiting for locks.
    func arm(budget: Duration) {
        deadline = Nanoseconds.now + Nanoseconds.of(budget)
        cancellation = nil
        work = nil
        lockWait = 0
        cause = nil
    }

    /// Removes the limits, for commit and rollback. The cause stays.
    func disarm() {
        deadline = .max
        cancellation = nil
        work = nil
    }

    /// Marks the connection as one that runs callers' statements.
    /// - Parameter own: replaces ``SQLiteMemory/limitOfOthers``.
    func countMemory(on handle: OpaquePointer, own: Int64?) {
        memory = { own ?? SQLiteMemory.limitOfOthers }
        watch(handle, every: Self.callerSteps)
    }

    /// Counts the steps of a statement from zero, so that it is stopped at the same step each time.
    func counting<R>(_ statement: SQLitePrepared, _ run: () throws -> R) rethrows -> R {
        guard work != nil else { return try run() }
        statement.forgetSteps()
        isRunning = true
        defer { isRunning = false }
        return try run()
    }

    private func watch(_ handle: OpaquePointer, every steps: Int32) {
        interval = steps
        sqlite3_progress_handler(
            handle, steps,
            { context in
                guard let context else { return 1 }
                return Unmanaged<SQLiteInterruption>.fromOpaque(context).takeUnretainedValue().mustStopWorking ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func install(on handle: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        watch(handle, every: Self.steps)
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<SQLiteInterruption>.fromOpaque(context).takeUnretainedValue().waitsForLock(attempt: count) ? 1 : 0
            }, context)
    }

    /// Called once for each interval of steps; whether the statement must stop.
    private var mustStopWorking: Bool {
        if isRunning, let work, !work.take(Int64(interval)) {
            cause = .work
            return true
        }
        return mustStop
    }

    var mustStop: Bool {
        if Nanoseconds.now >= deadline {
            cause = .deadline
            return true
        }
        if cancellation?.isCancelled == true {
            cause = .cancelled
            return true
        }
        if let memory, SQLiteMemory.used > memory() {
            cause = .memory
            return true
        }
        return false
    }

    private func waitsForLock(attempt: Int32) -> Bool {
        let now = Nanoseconds.now
        if attempt == 0 { waitingSince = now }
        guard now - waitingSince < lockWait, !mustStop else { return false }
        usleep(attempt < 10 ? 500 : 5_000)
        return true
    }
}
