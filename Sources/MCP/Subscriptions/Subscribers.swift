import Synchronization

/// The subscribed clients of this process.
final class Subscribers: Sendable {
    private let listeners = Mutex<[ObjectIdentifier: Listener]>([:])

    func add(_ listener: Listener) { listeners.withLock { $0[ObjectIdentifier(listener)] = listener } }

    func remove(_ listener: Listener) { listeners.withLock { $0[ObjectIdentifier(listener)] = nil } }

    /// The topics of all subscribed resources.
    var topics: Set<String> { listeners.withLock { Array($0.values) }.reduce(into: []) { $0.formUnion($1.topics) } }

    func offer(_ notice: ChangeNotification) {
        for listener in listeners.withLock({ Array($0.values) }) { listener.offer(notice) }
    }
}
