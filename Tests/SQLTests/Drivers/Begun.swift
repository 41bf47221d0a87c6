import Synchronization

/// Tells a test that work has begun on another thread, without holding one of its own: two tests that block would leave none to those they wait for.
final class Begun: Sendable {
    private let value = Mutex(false)

    func signal() { value.withLock { $0 = true } }
    func wait() async { while !value.withLock({ $0 }) { await Task.yield() } }
}
