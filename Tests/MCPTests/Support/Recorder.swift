import Synchronization

/// Remembers what happened, in order.
final class Recorder: Sendable {
    private let events = Mutex<[String]>([])

    var all: [String] { events.withLock { $0 } }

    func record(_ event: String) { events.withLock { $0.append(event) } }
}
