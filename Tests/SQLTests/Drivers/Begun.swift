import Foundation
import Synchronization

/// Tells a test that work has begun on another thread, without holding one of its own: two tests that block would leave none to those they wait for.
final class Begun: Sendable {
    private let value = Mutex(false)

    var isSignalled: Bool { value.withLock { $0 } }
    func signal() { value.withLock { $0 = true } }
    /// Blocks the thread: for a body that runs on a thread of a database's pool.
    func hold() { while !value.withLock({ $0 }) { usleep(1_000) } }
    func wait() async { while !value.withLock({ $0 }) { await Task.yield() } }
}
