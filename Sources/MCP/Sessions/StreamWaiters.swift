import Synchronization

/// The tasks of this process that wait for a stream to grow.
final class StreamWaiters: Sendable {
    private let signals = Mutex<[String: [ObjectIdentifier: Signal]]>([:])

    func add(_ signal: Signal, for stream: String) { signals.withLock { $0[stream, default: [:]][ObjectIdentifier(signal)] = signal } }

    func remove(_ signal: Signal, for stream: String) {
        signals.withLock { signals in
            signals[stream]?[ObjectIdentifier(signal)] = nil
            if signals[stream]?.isEmpty == true { signals[stream] = nil }
        }
    }

    func raise(_ stream: String) {
        guard let waiting = signals.withLock({ $0[stream] }) else { return }
        for signal in waiting.values { signal.raise() }
    }
}
