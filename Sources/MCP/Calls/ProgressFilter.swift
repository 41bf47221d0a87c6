import Synchronization

/// Passes on only growing values, because progress must strictly increase on the wire.
final class ProgressFilter: Sendable {
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

    /// The next value just beyond the last one.
    func advance() -> Double {
        last.withLock { last in
            last = max(0, last) + Self.step
            return last
        }
    }

    private static let step = 0.001
}
