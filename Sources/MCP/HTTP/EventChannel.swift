import Synchronization

/// Carries a running handler's messages to the reader of its response: undecided until the first message, then a bounded queue of frames.
final class EventChannel: MessageSink {
    private let frames: MessageQueue
    private let decision = Mutex(ResponseStartDecision())

    /// - Parameter limit: most frames that wait for the reader.
    init(limit: Int) { frames = MessageQueue(limit: limit) }

    /// How the response began; nil while that is undecided.
    var settled: ResponseStart? { decision.settled }

    func send(_ message: [UInt8]) async throws {
        try Task.checkCancellation()
        guard decision.decide(.events) else { throw CancellationError() }
        try await frames.send(EventFrame.message(message))
    }

    /// Ends the call with its response; frames that wait go first.
    func finish(_ response: EncodedResponse) {
        if decision.decide(.response(response)) { return }
        frames.finish(with: EventFrame.message(response.message))
    }

    /// Shows a sign of life when nothing else waits to be read; begins the stream if need be.
    func keepAlive() {
        guard decision.decide(.events) else { return }
        frames.offer(EventFrame.keepAlive)
    }

    /// Waits until it is known how the response begins. To be called once.
    func opening() async -> ResponseStart { await decision.opening() }

    /// The frames, and the handler that makes them while they are read.
    final class Frames: FrameSource {
        private let channel: EventChannel
        private let handler: Task<Void, Never>
        private let over: @Sendable () -> Void

        /// - Parameter over: called when the reading ends, perhaps more than once.
        init(_ channel: EventChannel, handler: Task<Void, Never>, over: @escaping @Sendable () -> Void) {
            self.channel = channel
            self.handler = handler
            self.over = over
        }

        func next() async -> [UInt8]? { await channel.frames.next() }

        func end() {
            channel.frames.close()
            handler.cancel()
            over()
        }
    }
}
