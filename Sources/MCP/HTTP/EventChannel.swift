import Synchronization

/// Carries a running handler's messages to the reader of its response. The first message decides that the response is a stream; from then
/// on it is a bounded queue of frames.
final class EventChannel: MessageSink {
    private let frames: MessageQueue
    private let decision = Mutex(ResponseStartDecision())

    /// - Parameter limit: most frames in the queue.
    init(limit: Int) { frames = MessageQueue(limit: limit) }

    /// How the response begins. Nil while that is undecided.
    var settled: ResponseStart? { decision.settled }

    func send(_ message: [UInt8]) async throws {
        try Task.checkCancellation()
        guard decision.decide(.events) else { throw CancellationError() }
        try await frames.send(EventFrame.message(message))
    }

    /// Ends the call with its response, after the queued frames.
    func finish(_ response: EncodedResponse) {
        if decision.decide(.response(response)) { return }
        frames.finish(with: EventFrame.message(response.message))
    }

    /// Sends a keep-alive comment if no frame is queued. Begins the stream if the start of the response is undecided.
    func keepAlive() {
        guard decision.decide(.events) else { return }
        frames.offer(EventFrame.keepAlive)
    }

    /// Waits until it is decided how the response begins. Call it once.
    func opening() async -> ResponseStart { await decision.opening() }

    /// The frames of the channel, with the handler that produces them.
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
