import MCP
import NIOCore
import NIOHTTP1
import SQL

/// Serves the requests of one connection, one at a time. Each head starts the work for its response, which waits for the body when it needs one.
///
/// Pipelined requests wait here until the response before them is sent and the peer has read enough of the responses for the channel to accept more.
/// Meanwhile nothing is read from the peer, so a peer that sends requests and never reads holds only a few responses in memory (G05).
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = RequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case idle
        /// The response is being made. Until the request is whole, its body is coming.
        case serving(Work, isWhole: Bool)
        /// The request is answered already; the rest of its body is dropped.
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

        /// The peer does not wait for a response. A session's call over MCP goes on, since its client may come back for it.
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
    /// Of the last request: mostly the next one is for the same.
    private var target: Target?
    /// The peer has sent its last byte.
    private var hasPeerLeft = false
    /// The server stops: the response that is being made is the connection's last.
    private var isStopping = false
    /// What is written while parts are taken may make the channel writable, which would take the next part inside.
    private var isProceeding = false
    /// The response takes long: pipelined bytes are still read, because the peer's close may follow them.
    private var isListening = false
    private var listener: Scheduled<Void>?
    /// The connection ends: nothing more is taken, and what is written goes.
    private var isEnding = false

    /// How long a response takes before it takes long.
    private static let patience = TimeAmount.seconds(1)

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
        listener = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
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
        // Nothing more comes that could be read. What the gate answers to it goes first.
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

    /// Whether the part can be taken now: a head only when the request before it is answered, and that response has mostly gone.
    private func accepts(_ part: RequestPart, _ context: ChannelHandlerContext) -> Bool {
        switch (state, part) {
        case (.idle, .head): context.channel.isWritable
        case (.idle, _), (.serving(_, isWhole: false), _), (.discarding, _): true
        case (.serving(_, isWhole: true), _): false
        }
    }

    /// Whether more may come from the peer. While a response is made it may, since that is how a peer that leaves is seen.
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
        // Begins in a turn of the loop of its own, after what else was read: then calls of many connections reach the databases and the log together.
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

    /// Writes the head of a response whose body goes on.
    private func open(_ response: Response, _ context: ChannelHandlerContext) {
        if case .serving = state { writer.begin(response, context) }
    }

    private func finishEvents(_ context: ChannelHandlerContext) {
        guard case .serving = state else { return }
        writer.end(context)
        settle(context)
    }

    /// The response has been written.
    private func settle(_ context: ChannelHandlerContext) {
        if case .serving(_, isWhole: false) = state { state = .discarding } else { state = .idle }
        isListening = false
        listener?.cancel()
        listener = nil
        proceed(context)
    }

    /// Takes pipelined parts until a response is due, and reads on when none is left.
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

    /// Ends the connection when nothing is left to do for it: its peer has left and all that it sent is answered, or the server stops.
    private func endIfDone(_ context: ChannelHandlerContext) {
        if case .serving = state { return }
        if isStopping || (hasPeerLeft && ahead.isEmpty && !isProceeding) { end(context) }
    }

    /// The peer is left the time to read what was written.
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
    /// Runs `body` on this event loop's thread: at once when that is the current one.
    fileprivate func run(_ body: @escaping @Sendable () -> Void) {
        if inEventLoop { body() } else { execute(body) }
    }
}

/// The parts of pipelined requests that a peer sent before it got the current response, in order.
private struct PipelinedParts {
    private var parts = CircularBuffer<RequestPart>()
    /// Unit: bytes of bodies.
    private var bytes = 0

    /// Upper bounds while a response takes long: parts, three a request, and bytes of bodies.
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
