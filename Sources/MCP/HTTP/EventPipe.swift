/// An event stream that the embedding code writes: frames of `text/event-stream`, or any other format that its client reads incrementally.
public final class EventPipe: Sendable {
    private let frames: MessageQueue
    private let left: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: most frames that wait for the reader; a sender of more waits.
    ///   - whenLeft: called when the reading ends, perhaps more than once, also after the last frame.
    public init(limit: Int = 16, whenLeft: @escaping @Sendable () -> Void) {
        frames = MessageQueue(limit: limit)
        left = whenLeft
    }

    /// What is sent, for one reader.
    public var stream: EventStream { EventStream(self) }

    /// Adds a frame, and waits for room.
    /// - Throws: `CancellationError` when the reader has left, or when the task is cancelled.
    public func send(_ frame: [UInt8]) async throws { try await frames.send(frame) }

    /// Ends the stream after the frames that were sent.
    public func finish() { frames.finish() }
}

extension EventPipe: FrameSource {
    func next() async -> [UInt8]? { await frames.next() }

    func end() {
        frames.close()
        left()
    }
}
