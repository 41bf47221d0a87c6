import Synchronization

/// A bus inside one process: for one node, or for several servers in a test.
public final class MemoryBus: Bus {
    private let listeners = Mutex<[@Sendable (BusMessage) -> Void]>([])

    public init() {}

    public var reachesOthers: Bool { listeners.withLock { $0.count > 1 } }

    public func publish(_ message: BusMessage) async {
        for listener in listeners.withLock({ $0 }) { listener(message) }
    }

    public func listen(_ receive: @escaping @Sendable (BusMessage) -> Void) { listeners.withLock { $0.append(receive) } }
}
