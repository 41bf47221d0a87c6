import Synchronization

/// The streams of this process that stay open beside calls: each can be told to look at its credential, and to end.
final class OpenStreams: Sendable {
    private struct Stream: Sendable {
        let look: @Sendable () -> Void
        let end: @Sendable () -> Void
    }

    private let streams = Mutex<[Int: Stream]>([:])
    private let ticker: Ticker

    init(ticker: Ticker) { self.ticker = ticker }

    /// - Parameters:
    ///   - look: shows a sign of life and judges the credential; called again and again, and must not block.
    ///   - end: ends the stream in order.
    /// - Returns: the name for ``remove(_:)``.
    func add(look: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) -> Int {
        let id = ticker.add(look)
        streams.withLock { $0[id] = Stream(look: look, end: end) }
        return id
    }

    func remove(_ id: Int) {
        ticker.remove(id)
        streams.withLock { $0[id] = nil }
    }

    func lookAll() { for stream in streams.withLock({ Array($0.values) }) { stream.look() } }

    func endAll() { for stream in streams.withLock({ Array($0.values) }) { stream.end() } }
}
