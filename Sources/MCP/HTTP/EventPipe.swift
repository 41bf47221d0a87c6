/// An event stream that the embedding code writes: frames of `text/event-stream`, or another format that its client reads incrementally.
public final class EventPipe: Sendable {
    private let frames: MessageQueue
    private let left: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: most frames in the queue. When it is full, the sender waits.
    ///   - whenLeft: called when the reading ends, perhaps more than once, and also after the last frame.
    public init(limit: Int = 16, whenLeft: @escaping @Sendable () -> Void) {
        frames = MessageQueue(limit: limit)
        left = whenLeft
    }

    /// The stream of the frames. It has one reader.
    public var stream: EventStream { EventStream(self) }

    /// Adds a frame, and waits for space.
    /// - Throws: `CancellationError` when the reader has left or the task is cancelled.
    public func send(_ frame: [UInt8]) async throws { try await frames.send(frame) }

    /// Ends the stream after the frames already sent.
    public func finish() { frames.finish() }
}

extension EventPipe: FrameSource {
    func next() async -> [UInt8]? { await frames.next() }

    func end() {
        frames.close()
        left()
    }
}
