import Synchronization

/// The subscribed clients of this process.
final class NoticeBoard: Sendable {
    private let listeners = Mutex<[ObjectIdentifier: Listener]>([:])

    func add(_ listener: Listener) { listeners.withLock { $0[ObjectIdentifier(listener)] = listener } }

    func remove(_ listener: Listener) { listeners.withLock { $0[ObjectIdentifier(listener)] = nil } }

    /// Of the resources that any of them subscribed to.
    var topics: Set<String> { listeners.withLock { Array($0.values) }.reduce(into: []) { $0.formUnion($1.topics) } }

    func offer(_ notice: Notice) {
        for listener in listeners.withLock({ Array($0.values) }) { listener.offer(notice) }
    }
}
