import Synchronization

/// The streams of this process that stay open after calls. Each can be asked to check its credential again, and to end.
final class OpenStreams: Sendable {
    private struct Stream: Sendable {
        let audiences: Set<String>
        let look: @Sendable () -> Void
        let end: @Sendable () -> Void
    }

    private let streams = Mutex<[Int: Stream]>([:])
    private let ticker: Ticker

    init(ticker: Ticker) { self.ticker = ticker }

    /// - Parameters:
    ///   - audiences: of the principal that opened it: see ``Continuity/audiences``.
    ///   - look: shows a sign of life and checks the credential; called again and again, and must not block.
    ///   - end: ends the stream in order.
    /// - Returns: the name for ``remove(_:)``.
    func add(of audiences: Set<String>, look: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) -> Int {
        let id = ticker.add(look)
        streams.withLock { $0[id] = Stream(audiences: audiences, look: look, end: end) }
        return id
    }

    func remove(_ id: Int) {
        ticker.remove(id)
        streams.withLock { $0[id] = nil }
    }

    /// - Parameter audiences: only streams of who is in one of these; nil for all.
    func look(at audiences: Set<String>?) {
        for stream in streams.withLock({ Array($0.values) }) where audiences.map({ !stream.audiences.isDisjoint(with: $0) }) ?? true { stream.look() }
    }

    func endAll() { for stream in streams.withLock({ Array($0.values) }) { stream.end() } }
}
