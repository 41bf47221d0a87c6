/// The body of a response that is an event stream: serialized frames of `text/event-stream`.
///
/// It can be read once. The writer waits when the reader is slow. A reader stops early when its task is cancelled or when the stream and
/// its iterator are released. That cancels the handler, except that the call of a legacy session first waits for the client to reconnect.
public struct EventStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = Never

    private let reading: Reading

    init(_ source: any FrameSource) { reading = Reading(source: source) }

    /// Creates a body of another format in pieces. Each piece is made after the reader has taken the previous one.
    /// - Parameter next: the next piece. Nil at the end.
    public init(pieces next: @escaping @Sendable () async -> [UInt8]?) { self.init(Chunks(make: next)) }

    private struct Chunks: FrameSource {
        let make: @Sendable () async -> [UInt8]?

        func next() async -> [UInt8]? { await make() }
        func end() {}
    }

    /// Starts the only pass over the stream.
    public func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    /// Returns the frames one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading

        /// The next frame. Nil at the end.
        public mutating func next() async -> [UInt8]? {
            let reading = reading
            return await withTaskCancellationHandler {
                await reading.source.next()
            } onCancel: {
                reading.source.end()
            }
        }
    }

    /// The only owner of the source.
    fileprivate final class Reading: Sendable {
        let source: any FrameSource

        init(source: any FrameSource) { self.source = source }

        deinit { source.end() }
    }
}
