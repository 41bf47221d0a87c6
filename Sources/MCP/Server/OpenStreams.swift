import Synchronization

/// The streams of this process that stay open after calls. Each can be told to check its credential again, or to end.
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
    ///   - audiences: the audiences of the principal that opened the stream (see ``Continuity/audiences``).
    ///   - look: sends a keep-alive message and checks the credential. Called repeatedly; must not block.
    ///   - end: ends the stream properly.
    /// - Returns: the id for ``remove(_:)``.
    func add(of audiences: Set<String>, look: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) -> Int {
        let id = ticker.add(look)
        streams.withLock { $0[id] = Stream(audiences: audiences, look: look, end: end) }
        return id
    }

    func remove(_ id: Int) {
        ticker.remove(id)
        streams.withLock { $0[id] = nil }
    }

    /// - Parameter audiences: the audiences whose streams are checked. Nil: all.
    func look(at audiences: Set<String>?) {
        for stream in streams.withLock({ Array($0.values) }) where audiences.map({ !stream.audiences.isDisjoint(with: $0) }) ?? true { stream.look() }
    }

    func endAll() { for stream in streams.withLock({ Array($0.values) }) { stream.end() } }
}
