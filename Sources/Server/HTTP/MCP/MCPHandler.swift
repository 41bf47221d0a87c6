import HTTPTypes
import MCP
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Serves every request on an MCP endpoint on the connection's own event loop, and passes all others on to the HTTP server behind it.
///
/// Stands between the gate and the codec of the HTTP server. One request at a time: what a peer sends ahead waits here until the answer before it has gone,
/// whoever gives it, and until the peer has read so much of the answers that the channel takes more. Meanwhile nothing is read from the peer, so that
/// one who asks and never reads holds a few answers in memory and no more.
final class MCPHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case idle
        /// A request of the server behind us.
        case passing(isWhole: Bool, isAnswered: Bool)
        /// A request of ours whose body is coming.
        case collecting(MCPExchange)
        /// A request of ours is answered already; the rest of its body is dropped.
        case discarding
        /// A request of ours is whole and waits for its answer.
        case answering(Task<Void, Never>)
    }

    private let endpoint: MCPEndpoint
    private let answers: AnswerWriter
    private var state = State.idle
    /// Of the request that is collected.
    private var body = CollectedBody()
    private var waiting = PartsAhead()
    private var hasHeldRead = false
    /// Events that must not reach the server behind us before our answer has gone: it would end the connection.
    private var heldEvents: [Any] = []
    private var connection: MCPConnection?
    /// Of the last request of ours: mostly the next one is for the same.
    private var place: MCPPlace?
    /// Something of this reading went to the server behind us.
    private var hasPassed = false
    /// The peer has sent its last byte: it does not wait for an answer.
    private var hasPeerLeft = false
    /// What is written while parts are taken may make the channel writable, which would take the next part inside.
    private var isProceeding = false
    /// The answer takes long: what the peer sends ahead is read on, since behind it the peer may have said that it leaves.
    private var isListening = false
    private var listener: Scheduled<Void>?
    /// The server behind us has ended the connection: nothing more is taken, and what is written goes.
    private var isEnding = false

    /// How long an answer takes before it takes long.
    private static let patience = TimeAmount.seconds(1)

    init(endpoint: MCPEndpoint, answers: AnswerWriter) {
        self.endpoint = endpoint
        self.answers = answers
    }

    func handlerAdded(context: ChannelHandlerContext) { answers.connect(context) }

    func handlerRemoved(context: ChannelHandlerContext) { answers.disconnect() }

    // MARK: From the peer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if isEnding { return }
        if waiting.isEmpty, accepts(part, context) { take(part, context) } else { hold(part, context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) { completeReading(context) }

    /// The server behind us reads what it was given when a reading ends; it need not hear of one that brought it nothing.
    private func completeReading(_ context: ChannelHandlerContext) {
        guard hasPassed else { return }
        hasPassed = false
        context.fireChannelReadComplete()
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
        body = CollectedBody()
        waiting.removeAll()
        listener?.cancel()
        context.fireChannelInactive()
    }

    /// Whether the part can be taken now: a head only when the request before it is answered, and that answer has mostly gone.
    private func accepts(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) -> Bool {
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

    private func hold(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        waiting.append(part)
        if isListening, waiting.isTooMuch { context.close(promise: nil) }
    }

    private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            guard case .idle = state else { return }
            begin(head, context)
            if case .passing = state { pass(part, context) }
        case .body(let buffer):
            switch state {
            case .passing: pass(part, context)
            case .collecting(let exchange):
                if let refusal = body.add(buffer, of: exchange, to: endpoint) { refuse(refusal, exchange, context) }
            case .idle, .discarding, .answering: break
            }
        case .end:
            switch state {
            case .passing(_, let isAnswered):
                state = isAnswered ? .idle : .passing(isWhole: true, isAnswered: false)
                pass(part, context)
            case .collecting(let exchange): answer(exchange, context)
            case .discarding: state = .idle
            case .idle, .answering: break
            }
        }
    }

    private func pass(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        hasPassed = true
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Answers before the body is whole.
    private func refuse(_ answer: MCPHTTPResponse, _ exchange: MCPExchange, _ context: ChannelHandlerContext) {
        state = .discarding
        body = CollectedBody()
        answers.write(answer, to: exchange, context)
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard let place = endpoint.place(of: head, last: place), let ours = MCPHead(head, target: place.target) else {
            state = .passing(isWhole: false, isAnswered: false)
            return
        }
        self.place = place
        let connection = connection ?? MCPConnection(context.channel)
        self.connection = connection
        let exchange = endpoint.exchange(ours, at: place, on: connection)
        if let refusal = endpoint.refusal(exchange) {
            refuse(refusal, exchange, context)
        } else {
            state = .collecting(exchange)
        }
    }

    // MARK: To the peer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data), case .passing(let isWhole, _) = state else { return }
        state = isWhole ? .idle : .passing(isWhole: false, isAnswered: true)
        proceed(context)
    }

    /// The server behind us ends the connection as soon as the last answer is given, when the server stops. The peer is left the time to read it.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard case .all = mode, !isEnding, context.channel.isActive else { return context.close(mode: mode, promise: promise) }
        isEnding = true
        waiting.removeAll()
        let end = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(endpoint.limits.ending)) { context.close(promise: nil) }
        answers.whenTaken(context) {
            end.cancel()
            context.close(promise: promise)
        }
    }

    private func answer(_ exchange: MCPExchange, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        // Begins in a turn of the loop of its own, behind what else was read: then calls of many connections reach the databases and the log together.
        let task = Task(executorPreference: exchange.connection.executor) { [endpoint, body] in
            let eventLoop = exchange.connection.channel.eventLoop
            let answer = await endpoint.respond(to: exchange, body: body.bytes)
            withExtendedLifetime(body) {}
            guard case .events(let stream) = answer.body else {
                eventLoop.run { bound.value.0.finish(answer, exchange, bound.value.1) }
                return
            }
            eventLoop.run { bound.value.0.open(answer, bound.value.1) }
            for await frame in stream {
                let written = eventLoop.makePromise(of: Void.self)
                eventLoop.run { bound.value.0.answers.add(frame, written, bound.value.1) }
                // The channel has closed: nobody reads on. Leaving the loop cancels the handler.
                do { try await written.futureResult.get() } catch { break }
            }
            eventLoop.run { bound.value.0.close(bound.value.1) }
        }
        body = CollectedBody()
        state = .answering(task)
        if hasPeerLeft { task.cancel() }
    }

    /// Writes a whole answer to a whole request.
    private func finish(_ answer: MCPHTTPResponse, _ exchange: MCPExchange, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        answers.write(answer, to: exchange, context)
        settle(context)
    }

    /// Writes the head of an answer whose body goes on.
    private func open(_ answer: MCPHTTPResponse, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        answers.begin(answer, context)
    }

    /// Ends an answer whose body went on.
    private func close(_ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        settle(context)
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
        guard !isProceeding, !isEnding else { return }
        if !waiting.isEmpty {
            isProceeding = true
            while let part = waiting.first, accepts(part, context) {
                waiting.removeFirst()
                take(part, context)
            }
            isProceeding = false
            completeReading(context)
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
