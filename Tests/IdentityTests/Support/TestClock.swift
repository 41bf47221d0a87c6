import Store
import Synchronization

/// A wall clock that advances only when told.
final class TestClock: Sendable {
    static let start = Timestamp(microseconds: 1_700_000_000_000_000)

    private let time = Mutex(TestClock.start)

    var now: Timestamp { time.withLock { $0 } }
    func advance(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
}
