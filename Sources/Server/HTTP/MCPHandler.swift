import HTTPTypes
import MCP
import NIOCore
import NIOHTTPTypes
import Tools

/// Serves every request on an MCP endpoint on the connection's own event loop, and passes all others on to the HTTP server behind it.
///
/// Stands between the decoder and the HTTP server. One request at a time: what a peer sends ahead waits here until the answer before it has gone,
/// whoever gives it, and until the peer has read so much of the answers that the channel takes more. Meanwhile nothing is read from the peer, so that
/// one who asks and never reads holds a few answers in memory and no more.
final class MCPHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State {
        case idle
        /// A request of the server behind us.
        case passing(isWhole: Bool, isAnswered: Bool)
        /// A request of ours whose body is coming.
        case collecting(MCPExchange, body: [UInt8], BodyBudget.Share)
        /// A request of ours is answered already; the rest of its body is dropped.
        case discarding
        /// A request of ours is whole and waits for its answer.
        case answering(Task<Void, Never>)
    }

    private let endpoint: MCPEndpoint
    private var state = State.idle
    private var waiting = PartsAhead()
    private var hasHeldRead = false
    /// Events that must not reach the server behind us before our answer has gone: it would end the connection.
    private var heldEvents: [Any] = []
    private var connection: MCPConnection?
    /// The peer has sent its last byte: it does not wait for an answer.
    private var hasPeerLeft = false
    /// What is written while parts are taken may make the channel writable, which would take the next part inside.
    private var isProceeding = false
    /// The answer takes long: what the peer sends ahead is read on, since behind it the peer may have said that it leaves.
    private var isListening = false
    private var listener: Scheduled<Void>?

    /// How long an answer takes before it takes long.
    private static let patience = TimeAmount.seconds(1)

    init(endpoint: MCPEndpoint) { self.endpoint = endpoint }

    // MARK: From the peer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if waiting.isEmpty, accepts(part, context) { take(part, context) } else { hold(part, context) }
    }

    func read(context: ChannelHandlerContext) {
        guard !mayRead(context) else { return context.read() }
        hasHeldRead = true
        guard case .answering = state, listener == nil else { return }
        listener = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
            guard let self, case .answering = state, hasHeldRead else { return }
            isListening = true
            hasHeldRead = false
            context.read()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { proceed(context) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent {
            hasPeerLeft = true
            if case .answering(let task) = state { task.cancel() }
        }
        if case .answering = state, event is ChannelShouldQuiesceEvent || event is ChannelEvent {
            heldEvents.append(event)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .answering(let task) = state { task.cancel() }
        state = .idle
        waiting.removeAll()
        listener?.cancel()
        context.fireChannelInactive()
    }

    /// Whether the part can be taken now: a head only when the request before it is answered, and that answer has mostly gone.
    private func accepts(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) -> Bool {
        switch (state, part) {
        case (.idle, .head): context.channel.isWritable
        case (.idle, _), (.passing(isWhole: false, _), _), (.collecting, _), (.discarding, _): true
        case (.passing(isWhole: true, _), _), (.answering, _): false
        }
    }

    /// Whether more may come from the peer. While an answer is made it may, since that is how a peer that leaves is seen.
    private func mayRead(_ context: ChannelHandlerContext) -> Bool {
        guard waiting.isEmpty else { return isListening }
        if case .idle = state { return context.channel.isWritable }
        return true
    }

    private func hold(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        waiting.append(part)
        if isListening, waiting.isTooMuch { context.close(promise: nil) }
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch (state, part) {
        case (.idle, .head(let head)):
            begin(head, context)
            if case .passing = state { context.fireChannelRead(wrapInboundOut(part)) }
        case (.passing(_, let isAnswered), _):
            if case .end = part { state = isAnswered ? .idle : .passing(isWhole: true, isAnswered: false) }
            context.fireChannelRead(wrapInboundOut(part))
        case (.collecting(let exchange, var body, let share), .body(let buffer)):
            state = .discarding
            let count = body.count + buffer.readableBytes
            guard count <= endpoint.limits.maximumBody else {
                write(endpoint.tooLarge(exchange), exchange, context)
                return
            }
            guard share.holds(count) else {
                write(endpoint.noRoom(exchange), exchange, context)
                return
            }
            body.append(contentsOf: buffer.readableBytesView)
            state = .collecting(exchange, body: body, share)
        case (.collecting(let exchange, let body, let share), .end):
            answer(exchange, body, share, context)
        case (.discarding, .end):
            state = .idle
        default:
            break
        }
    }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        let endpointOfPath = Endpoint(path: (head.path ?? "/").prefix { $0 != "?" })
        guard endpointOfPath != .other else {
            state = .passing(isWhole: false, isAnswered: false)
            return
        }
        let connection = connection ?? MCPConnection(context.channel)
        self.connection = connection
        let exchange = endpoint.exchange(head, at: endpointOfPath, on: connection)
        if let refusal = endpoint.refusal(exchange) {
            state = .discarding
            write(refusal, exchange, context)
        } else {
            state = .collecting(exchange, body: [], endpoint.bodies.share(of: exchange.entry.peer))
        }
    }

    // MARK: To the peer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data), case .passing(let isWhole, _) = state else { return }
        state = isWhole ? .idle : .passing(isWhole: false, isAnswered: true)
        proceed(context)
    }

    private func answer(_ exchange: MCPExchange, _ body: [UInt8], _ share: BodyBudget.Share, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = Task(executorPreference: exchange.connection.executor) { [endpoint, eventLoop = context.eventLoop] in
            let (answer, entry) = await endpoint.respond(to: exchange, body: body)
            withExtendedLifetime(share) {}
            var exchange = exchange
            exchange.entry = entry
            let done = exchange
            guard case .events(let stream) = answer.body else {
                eventLoop.run { bound.value.0.finish(answer, done, bound.value.1) }
                return
            }
            eventLoop.run { bound.value.0.open(answer, done, bound.value.1) }
            for await frame in stream {
                let written = eventLoop.makePromise(of: Void.self)
                eventLoop.run { bound.value.1.writeAndFlush(bound.value.0.part(frame), promise: written) }
                // The channel has closed: nobody reads on. Leaving the loop cancels the handler.
                do { try await written.futureResult.get() } catch { break }
            }
            eventLoop.run { bound.value.0.close(bound.value.1) }
        }
        state = .answering(task)
        if hasPeerLeft { task.cancel() }
    }

    /// Writes a whole answer to a whole request.
    private func finish(_ answer: MCPHTTPResponse, _ exchange: MCPExchange, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        write(answer, exchange, context)
        settle(context)
    }

    /// Writes the head of an answer whose body goes on.
    private func open(_ answer: MCPHTTPResponse, _ exchange: MCPExchange, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        var head = answer.head
        endpoint.complete(&head)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    private func part(_ frame: [UInt8]) -> NIOAny { wrapOutboundOut(.body(ByteBuffer(bytes: frame))) }

    /// Ends an answer whose body went on.
    private func close(_ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        settle(context)
    }

    private func write(_ answer: MCPHTTPResponse, _ exchange: MCPExchange, _ context: ChannelHandlerContext) {
        var head = answer.head
        endpoint.complete(&head)
        let bytes: [UInt8] = if case .bytes(let bytes) = answer.body { bytes } else { [] }
        // RFC 9110 section 8.6: no length where there can be no body.
        if head.status != .noContent { head.headerFields[.contentLength] = String(bytes.count) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        // RFC 9110 section 9.3.2: a body would be read as the start of the next answer.
        if !bytes.isEmpty, exchange.head.method != .head { context.write(part(bytes), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func settle(_ context: ChannelHandlerContext) {
        state = .idle
        isListening = false
        listener?.cancel()
        listener = nil
        let events = heldEvents
        heldEvents = []
        for event in events { context.fireUserInboundEventTriggered(event) }
        proceed(context)
    }

    /// Takes what was sent ahead, as far as it can be taken now, and reads on when nothing of it is left.
    private func proceed(_ context: ChannelHandlerContext) {
        guard !isProceeding else { return }
        if !waiting.isEmpty {
            isProceeding = true
            while let part = waiting.first, accepts(part, context) {
                waiting.removeFirst()
                take(part, context)
            }
            isProceeding = false
            // The server behind us reads what it was given when a reading ends.
            context.fireChannelReadComplete()
        }
        if hasHeldRead, mayRead(context) {
            hasHeldRead = false
            context.read()
        }
    }
}

extension EventLoop {
    /// Runs `body` on this event loop's thread: at once when that is the current one.
    fileprivate func run(_ body: @escaping @Sendable () -> Void) {
        if inEventLoop { body() } else { execute(body) }
    }
}
