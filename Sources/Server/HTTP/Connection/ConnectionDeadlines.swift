import NIOCore
import NIOHTTP1

/// Closes a connection whose peer is too slow: it sends no head, sends its body too slowly, or does not read. The handler follows the HTTP
/// decoder.
///
/// The decoder reports a head only when it is complete, so the timer for the head runs from the start of the connection or from the end of
/// the last request.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ConnectionLimits
    /// The time at which the connection is closed unless the peer acts before. Nil while the server does not wait for the peer.
    private var deadline: NIODeadline?
    /// Compares with ``deadline`` when it fires, so that moving the deadline does not need a new timer.
    private var timer: (fires: NIODeadline, task: Scheduled<Void>)?
    private var stall: Scheduled<Void>?
    private var handlerContext: ChannelHandlerContext?
    private var isReceiving = false
    /// The body length of a head in the current read. The body may have arrived in the same read, in which case it needs no deadline.
    private var expectedLength: Int?
    /// Number of requests without a complete response.
    private var unanswered = 0
    /// Whether the last response ended before its request was complete. No further request is read on this connection.
    private var isClosing = false
    /// Bytes of a body that arrived after its response.
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
            expectedLength = 0
        case .body(let buffer):
            if isClosing { late += buffer.readableBytes }
            if late > limits.maximumBody { context.close(promise: nil) }
        case .end:
            isReceiving = false
            expectedLength = nil
            disarm()
            if isClosing { context.close(promise: nil) }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let declared = expectedLength {
            expectedLength = nil
            arm(limits.body + .seconds(min(declared, limits.maximumBody) / limits.bodyRate), context)
        }
        context.fireChannelReadComplete()
    }

    /// Sets the declared body length of the head that was just read.
    func expects(bytes declared: Int) { if expectedLength != nil { expectedLength = declared } }

    /// Whether the next response belongs to a request that is incomplete or unreadable. The rest of the input is then not read (RFC 9112
    /// section 9.6).
    private var isEarly: Bool { unanswered == 0 || (isReceiving && unanswered == 1) }

    /// Whether a complete response may bypass this handler, because the handler would not change it.
    var letsPass: Bool { !isEarly }

    /// Called after a complete response has bypassed this handler.
    /// - Parameter context: that of any handler of the connection.
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
                expectedLength = nil
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

    /// Begins to watch a response part that waits for a peer that does not read. The part may be too small to make the channel unwritable.
    /// - Parameters:
    ///   - part: completes when the kernel has accepted the part.
    ///   - context: that of any handler of the connection.
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

    /// Schedules closing from this handler's position in the pipeline, so that inner handlers do not wait for a peer whose deadline has
    /// passed.
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
