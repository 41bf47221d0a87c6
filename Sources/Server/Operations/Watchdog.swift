import NIOCore
import NIOPosix
import Synchronization

/// Measures how late work starts on the task threads and on the event loops of connections. Both are few, and blocking code on one delays
/// everything else on it.
package final class Watchdog: Sendable {
    /// The last measurements. The result is their maximum.
    private final class Delays: Sendable {
        /// Number of measurements, which cover about ten seconds of one thread.
        private static let remembered = 50
        private let seen = Mutex<[Duration]>([])

        func note(_ delay: Duration) {
            seen.withLock { seen in
                if seen.count >= Self.remembered { seen.removeFirst() }
                seen.append(delay)
            }
        }

        var milliseconds: Int { Int((seen.withLock { $0.max() } ?? .zero) / .milliseconds(1)) }
    }

    private static let interval = Duration.milliseconds(200)

    private let tasks = Delays()
    private let loops = Delays()

    /// The longest delays in the last ten seconds. Unit: milliseconds.
    package var taskDelay: Int { tasks.milliseconds }
    package var loopDelay: Int { loops.milliseconds }

    /// Measures until the task is cancelled.
    func run(_ group: MultiThreadedEventLoopGroup = .singleton) async {
        while !Task.isCancelled {
            let start = ContinuousClock.now
            // Cancellation ends the sleep and then the loop.
            try? await Task.sleep(for: Self.interval)
            tasks.note(start.duration(to: .now) - Self.interval)
            for loop in group.makeIterator() {
                let asked = ContinuousClock.now
                loop.execute { [loops] in loops.note(asked.duration(to: .now)) }
            }
        }
    }
}
