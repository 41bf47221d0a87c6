import Glibc

/// State behind a lock, with a condition that threads can wait on, which `Mutex` alone cannot do.
///
/// Only for threads that this target owns: waiting blocks the thread.
package final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    package init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the state without waking anyone.
    package func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    package func wakeOne() { pthread_cond_signal(condition) }

    package func wakeAll() { pthread_cond_broadcast(condition) }

    /// Waits until `body` returns a value, evaluating it again after every wake; nil once `deadline` has passed.
    /// - Parameter deadline: nil waits forever.
    package func wait<R>(until deadline: ContinuousClock.Instant?, _ body: (inout State) -> R?) -> R? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            let left = Nanoseconds.left(until: deadline)
            if left <= 0 { return nil }
            // Bounded, so that the sum does not overflow for a distant deadline; the loop then waits again.
            let end = Nanoseconds.now + min(left, Nanoseconds.hour)
            var time = timespec(tv_sec: Int(end / Nanoseconds.second), tv_nsec: Int(end % Nanoseconds.second))
            pthread_cond_timedwait(condition, mutex, &time)
        }
    }
}

/// Instants in nanoseconds of the monotonic clock, cheap enough to read in an engine's callbacks.
package enum Nanoseconds {
    package static let second: Int64 = 1_000_000_000
    package static let hour: Int64 = 3_600 * second

    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
    }

    /// A duration of more than 30 years becomes a quarter of the range, so that sums with ``now`` do not overflow.
    package static func of(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        if seconds > 1_000_000_000 { return .max / 4 }
        if seconds < -1_000_000_000 { return .min / 4 }
        return seconds * second + attoseconds / second
    }

    /// Time until an instant; negative after it.
    package static func left(until deadline: ContinuousClock.Instant) -> Int64 { of(ContinuousClock.now.duration(to: deadline)) }
}
