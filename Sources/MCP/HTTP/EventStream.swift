/// The body of a response that is an event stream: serialized frames of `text/event-stream`.
///
/// It can be read once. The writer waits when the reader is slow. Stopping early, by cancelling the reading task or dropping stream and iterator,
/// ends the work behind it, except that the call of a legacy session first waits for the client to reconnect.
public struct EventStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = Never

    private let reading: Reading

    init(_ source: any FrameSource) { reading = Reading(source: source) }

    /// A body of another kind that is made piece by piece, each when the reader has taken the one before.
    /// - Parameter next: the next piece; nil at the end.
    public init(pieces next: @escaping @Sendable () async -> [UInt8]?) { self.init(Chunks(make: next)) }

    private struct Chunks: FrameSource {
        let make: @Sendable () async -> [UInt8]?

        func next() async -> [UInt8]? { await make() }
        func end() {}
    }

    /// Starts the one reading.
    public func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    /// Hands out the frames.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading

        /// The next frame; nil at the end.
        public mutating func next() async -> [UInt8]? {
            let reading = reading
            return await withTaskCancellationHandler {
                await reading.source.next()
            } onCancel: {
                reading.source.end()
            }
        }
    }

    /// The one owner of the source.
    fileprivate final class Reading: Sendable {
        let source: any FrameSource

        init(source: any FrameSource) { self.source = source }

        deinit { source.end() }
    }
}
