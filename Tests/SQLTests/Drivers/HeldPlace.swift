import GatehouseTesting
import SQL
import Synchronization

/// The slot of a call, which the test holds as a call does.
final class HeldPlace: CallSlot {
    private let holders = Mutex(1)
    var count: Int { holders.withLock { $0 } }
    func hold() { holders.withLock { $0 += 1 } }
    func release() { holders.withLock { $0 -= 1 } }

    /// Waits until nothing else holds it.
    func isLeft() async throws {
        try await until { count <= 1 }
    }
}
