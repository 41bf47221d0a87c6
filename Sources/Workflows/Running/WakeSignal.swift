/// Wakes one waiter when there may be something to do. Signals without a waiter count as one.
package final class WakeSignal: Sendable {
    private let pair = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    package init() {}

    package func ring() { pair.continuation.yield() }

    /// For one waiter alone.
    package var rings: AsyncStream<Void> { pair.stream }
}
