import NIOCore
import NIOHTTP1

/// Closes a connection whose peer is too slow: it sends no head, drips a body, or does not read. It follows the HTTP decoder.
///
/// The decoder reports a head only when it is complete, so the timer for the head runs from the connection's start or from the end of the last
/// request.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ConnectionLimits
    /// When the connection is closed unless something comes first; nil while the server does not wait for the peer.
    private var deadline: NIODeadline?
    /// Looks at ``deadline`` when it fires, so that moving the deadline on costs no timer of its own.
    private var timer: (fires: NIODeadline, task: Scheduled<Void>)?
    private var stall: Scheduled<Void>?
    private var handlerContext: ChannelHandlerContext?
    private var isReceiving = false
    /// How many bytes the body of a head of this reading has, which may have come with it: only what has to be waited for has a deadline.
    private var coming: Int?
    /// Requests whose head has come and whose answer has not gone.
    private var unanswered = 0
    /// The last answer went before its request was whole: no other request is read on this connection.
    private var isClosing = false
    /// Unit: bytes of a body that came after its answer.
    private var late = 0

    init(limits: ConnectionLimits) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) {
        handlerContext = context
        if context.channel.isActive { arm(limits.head, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        handlerContext = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        arm(limits.head, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReceiving = true
            unanswered += 1
            coming = 0
        case .body(let buffer):
            if isClosing { late += buffer.readableBytes }
            if late > limits.maximumBody { context.close(promise: nil) }
        case .end:
            isReceiving = false
            coming = nil
            disarm()
            if isClosing { context.close(promise: nil) }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let declared = coming {
            coming = nil
            arm(limits.body + .seconds(min(declared, limits.maximumBody) / limits.bodyRate), context)
        }
        context.fireChannelReadComplete()
    }

    /// Says how long the body is whose head was read just now.
    func expects(bytes declared: Int) { if coming != nil { coming = declared } }

    /// The next answer is to a request that is not whole, or could not be parsed: what follows is not waited for (RFC 9112 section 9.6).
    private var isEarly: Bool { unanswered == 0 || (isReceiving && unanswered == 1) }

    /// Whether a whole answer may go past this handler, which would leave it as it is.
    var letsPass: Bool { !isEarly }

    /// A whole answer has gone past this handler.
    /// - Parameter context: of any handler of the connection.
    func passed(_ context: ChannelHandlerContext) {
        unanswered -= 1
        if unanswered == 0 { arm(limits.idle, context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEarly = isEarly
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code < 200:
            break
        case .head(var head) where isEarly:
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            return
        case .end:
            unanswered = max(0, unanswered - 1)
            if isEarly {
                isClosing = true
                coming = nil
                arm(limits.linger, context)
            } else if unanswered == 0 {
                arm(limits.idle, context)
            }
        default:
            break
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : closing(after: limits.stalledWrite, context)
        context.fireChannelWritabilityChanged()
    }

    /// A part of an answer waits for a peer that does not read. It may be too small to make the channel say so.
    /// - Parameters:
    ///   - part: over when the kernel has taken it.
    ///   - context: of any handler of the connection.
    func waits(for part: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
        let end = closing(after: limits.stalledWrite, context)
        part.whenComplete { _ in end.cancel() }
    }

    private func arm(_ time: Duration, _ context: ChannelHandlerContext) {
        let end = NIODeadline.now() + TimeAmount(time)
        deadline = end
        if let timer, timer.fires <= end { return }
        schedule(end, handlerContext ?? context)
    }

    private func schedule(_ time: NIODeadline, _ context: ChannelHandlerContext) {
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [weak self] in
            guard let self else { return }
            look(context)
        }
        timer = (time, task)
    }

    private func look(_ context: ChannelHandlerContext) {
        timer = nil
        guard let deadline else { return }
        if deadline <= .now() { context.close(promise: nil) } else { schedule(deadline, context) }
    }

    private func disarm() { deadline = nil }

    /// Closes from this handler's position in the pipeline, so that inner handlers do not wait for a peer whose deadline has passed.
    private func closing(after time: Duration, _ context: ChannelHandlerContext) -> Scheduled<Void> {
        let handlerContext = handlerContext ?? context
        return context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { handlerContext.close(promise: nil) }
    }

    private func end() {
        disarm()
        timer?.task.cancel()
        timer = nil
        stall?.cancel()
        stall = nil
    }
}
