import Synchronization

/// Lets only growing values through: progress strictly increases on the wire.
final class ProgressGate: Sendable {
    let token: RequestID
    private let last = Mutex(-Double.infinity)

    init(token: RequestID) { self.token = token }

    func admits(_ value: Double) -> Bool {
        last.withLock { last in
            guard value.isFinite, value > last else { return false }
            last = value
            return true
        }
    }
}
