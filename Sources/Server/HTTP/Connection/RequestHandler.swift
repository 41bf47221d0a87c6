import MCP
import NIOCore
import NIOHTTP1
import SQL

/// Serves the requests of one connection in sequence. Each head starts the task for its response, which waits for the body if it needs one.
///
/// Pipelined requests wait here until the previous response is sent and the peer has read enough for the channel to accept more. In the
/// meantime nothing is read from the peer. So a peer that sends requests but never reads holds only a few responses in memory (G05).
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = RequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case idle
        /// The response is being prepared. Until the request is complete, its body is arriving.
        case serving(Work, isWhole: Bool)
        /// The request has its response. The rest of its body is dropped.
        case discarding
    }

    /// A class, because the state is copied with every part of a request.
    private final class Work {
        let requestContext: RequestContext
        let task: Task<Void, Never>

        init(requestContext: RequestContext, task: Task<Void, Never>) {
            self.requestContext = requestContext
            self.task = task
        }

        /// Called when the peer has left. It cancels the call, except that a session's call over MCP continues, because its client may
        /// reconnect for the result.
        func peerLeft() {
            if requestContext.target.found?.route.reach == .endpoint { task.cancel() } else { requestContext.cancellation.cancel() }
        }
    }

    private let edge: Edge
    private let writer: ResponseWriter
    private var state = State.idle
    private var ahead = PipelinedParts()
    private var hasHeldRead = false
    private var connection: HTTPConnection?
    /// The target of the last request. The next request often has the same.
    private var target: Target?
    /// Whether the peer has sent its last byte.
    private var hasPeerLeft = false
    /// Whether the server is stopping. The current response is then the last one of the connection.
    private var isStopping = false
    /// Prevents recursion: writing while parts are taken may make the channel writable, which would take the next part.
    private var isProceeding = false
    /// Whether the response takes long. Pipelined bytes are then still read, because the peer's close may follow them.
    private var isListening = false
    private var listener: Scheduled<Void>?
    /// Whether the connection is ending. No more parts are taken, but written bytes are sent.
    private var isEnding = false

    /// How long a response may take before pipelined bytes are read.
    private static let slowResponseDelay = TimeAmount.seconds(1)

    init(edge: Edge, writer: ResponseWriter) {
        self.edge = edge
        self.writer = writer
    }

    func handlerAdded(context: ChannelHandlerContext) { writer.connect(context) }

    func handlerRemoved(context: ChannelHandlerContext) { writer.disconnect() }

    // MARK: From the peer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if isEnding { return }
        if ahead.isEmpty, accepts(part, context) { take(part, context) } else { hold(part, context) }
    }

    func read(context: ChannelHandlerContext) {
        guard !mayRead(context) else { return context.read() }
        hasHeldRead = true
        guard case .serving = state, listener == nil else { return }
        listener = context.eventLoop.assumeIsolated().scheduleTask(in: Self.slowResponseDelay) { [weak self] in
            guard let self, case .serving = state, hasHeldRead else { return }
            isListening = true
            hasHeldRead = false
            context.read()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { if context.channel.isWritable { proceed(context) } }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed:
            hasPeerLeft = true
            if case .serving(let work, _) = state { work.peerLeft() }
        case is ChannelShouldQuiesceEvent: isStopping = true
        default: return
        }
        endIfDone(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // No more readable input will come. A response of the head handler to the error goes first.
        if case .serving(let work, isWhole: false) = state { work.requestContext.incoming.breakOff() }
        end(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .serving(let work, _) = state {
            work.peerLeft()
            work.requestContext.incoming.breakOff()
        }
        state = .idle
        ahead.removeAll()
        listener?.cancel()
    }

    /// Whether the part can be taken now. A head must wait until the previous request has its response and most of that response is sent.
    private func accepts(_ part: RequestPart, _ context: ChannelHandlerContext) -> Bool {
        switch (state, part) {
        case (.idle, .head): context.channel.isWritable
        case (.idle, _), (.serving(_, isWhole: false), _), (.discarding, _): true
        case (.serving(_, isWhole: true), _): false
        }
    }

    /// Whether to read from the peer. Reading continues during a response, because only reading detects that the peer has left.
    private func mayRead(_ context: ChannelHandlerContext) -> Bool {
        guard ahead.isEmpty else { return isListening }
        if case .idle = state { return context.channel.isWritable }
        return true
    }

    private func hold(_ part: RequestPart, _ context: ChannelHandlerContext) {
        ahead.append(part)
        if isListening, ahead.isTooMuch { context.close(promise: nil) }
    }

    private func take(_ part: RequestPart, _ context: ChannelHandlerContext) {
        switch (state, part) {
        case (.idle, .head(let head)): begin(head, context)
        case (.serving(let work, isWhole: false), .body(let buffer)): work.requestContext.incoming.add(buffer)
        case (.serving(let work, isWhole: false), .end):
            state = .serving(work, isWhole: true)
            work.requestContext.incoming.finish()
        case (.discarding, .end):
            state = .idle
            endIfDone(context)
        default: break
        }
    }

    // MARK: To the peer

    private func begin(_ head: RequestHead, _ context: ChannelHandlerContext) {
        let connection = connection ?? HTTPConnection(context.channel)
        self.connection = connection
        let requestContext = edge.context(head, on: connection, last: target)
        target = requestContext.target
        if let refusal = edge.refusal(byHeadOf: requestContext) {
            state = .discarding
            return writer.write(refusal, isHead: requestContext.isHead, context)
        }
        let work = Work(requestContext: requestContext, task: start(requestContext, context))
        state = .serving(work, isWhole: false)
        if hasPeerLeft { work.peerLeft() }
    }

    private func start(_ requestContext: RequestContext, _ context: ChannelHandlerContext) -> Task<Void, Never> {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        // The task begins in a later turn of the event loop, after the other reads. So the calls of many connections reach the databases
        // and the log together.
        return Task(executorPreference: requestContext.executor) { [edge] in
            let eventLoop = requestContext.connection.channel.eventLoop
            let response = await edge.respond(to: requestContext)
            guard case .events(let stream) = response.body else {
                return eventLoop.run { bound.value.0.finish(response, requestContext, bound.value.1) }
            }
            eventLoop.run { bound.value.0.open(response, bound.value.1) }
            for await frame in stream {
                let written = eventLoop.makePromise(of: Void.self)
                eventLoop.run { bound.value.0.writer.add(frame, written, bound.value.1) }
                // The channel has closed. Leaving the loop cancels the handler.
                do { try await written.futureResult.get() } catch { break }
            }
            eventLoop.run { bound.value.0.finishEvents(bound.value.1) }
        }
    }

    private func finish(_ response: Response, _ requestContext: RequestContext, _ context: ChannelHandlerContext) {
        guard case .serving = state else { return }
        writer.write(response, isHead: requestContext.isHead, context)
        settle(context)
    }

    /// Writes the head of a response whose body follows in parts.
    private func open(_ response: Response, _ context: ChannelHandlerContext) {
        if case .serving = state { writer.begin(response, context) }
    }

    private func finishEvents(_ context: ChannelHandlerContext) {
        guard case .serving = state else { return }
        writer.end(context)
        settle(context)
    }

    /// Called when the response has been written.
    private func settle(_ context: ChannelHandlerContext) {
        if case .serving(_, isWhole: false) = state { state = .discarding } else { state = .idle }
        isListening = false
        listener?.cancel()
        listener = nil
        proceed(context)
    }

    /// Takes pipelined parts until one needs a response, and resumes reading when none is left.
    private func proceed(_ context: ChannelHandlerContext) {
        guard !isProceeding, !isEnding else { return }
        isProceeding = true
        while !isStopping, let part = ahead.first, accepts(part, context) {
            ahead.removeFirst()
            take(part, context)
        }
        isProceeding = false
        endIfDone(context)
        if hasHeldRead, mayRead(context) {
            hasHeldRead = false
            context.read()
        }
    }

    /// Ends the connection if it has nothing left to do: the peer has left and all its requests have responses, or the server is stopping.
    private func endIfDone(_ context: ChannelHandlerContext) {
        if case .serving = state { return }
        if isStopping || (hasPeerLeft && ahead.isEmpty && !isProceeding) { end(context) }
    }

    /// Ends the connection. The peer gets time to read the bytes already written.
    private func end(_ context: ChannelHandlerContext) {
        guard !isEnding, context.channel.isActive else { return }
        isEnding = true
        ahead.removeAll()
        let end = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(edge.limits.ending)) { context.close(promise: nil) }
        writer.whenTaken(context) {
            end.cancel()
            context.close(promise: nil)
        }
    }
}

extension EventLoop {
    /// Runs `body` on this event loop's thread: at once if that is the current thread.
    fileprivate func run(_ body: @escaping @Sendable () -> Void) {
        if inEventLoop { body() } else { execute(body) }
    }
}

/// The parts of pipelined requests that a peer sent before it received the current response, in order.
private struct PipelinedParts {
    private var parts = CircularBuffer<RequestPart>()
    /// Total size of the bodies. Unit: bytes.
    private var bytes = 0

    /// Limits while a response takes long: parts (three per request), and bytes of bodies.
    private static let maximumParts = 4_096
    private static let maximumBytes = 262_144

    var isEmpty: Bool { parts.isEmpty }
    var first: RequestPart? { parts.first }
    var isTooMuch: Bool { parts.count > Self.maximumParts || bytes > Self.maximumBytes }

    mutating func append(_ part: RequestPart) {
        parts.append(part)
        if case .body(let buffer) = part { bytes += buffer.readableBytes }
    }

    mutating func removeFirst() {
        if case .body(let buffer) = parts.removeFirst() { bytes -= buffer.readableBytes }
    }

    mutating func removeAll() {
        parts.removeAll()
        bytes = 0
    }
}
