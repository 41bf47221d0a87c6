import Synchronization
package import Workflows

/// Topics of ``RowsResource`` whose rows calls of this process have changed, until the subscribed clients are notified.
package final class RowChanges: Sendable {
    /// Beyond, no notifications are sent; a reader sees the changes all the same. Unit: topics.
    private static let limit = 10_000

    private let topics = Mutex<Set<String>>([])
    /// Rings when there is something to tell.
    package let wakeSignal = WakeSignal()

    init() {}

    func add(_ more: [String]) {
        topics.withLock { topics in
            for topic in more where topics.count < Self.limit { topics.insert(topic) }
        }
        wakeSignal.ring()
    }

    /// All of them; none are left.
    package func take() -> Set<String> {
        topics.withLock { topics in
            defer { topics = [] }
            return topics
        }
    }
}
