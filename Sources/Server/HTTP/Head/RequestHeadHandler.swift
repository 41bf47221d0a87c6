import NIOCore
import NIOHTTP1
import Store

/// Reads the head of every request. It refuses ambiguous heads, responds to the decoder's errors, sends `100 Continue`, and ends the
/// connection after the last response.
///
/// Refusals keep their order: they are sent after all earlier responses, and no input after them is read.
final class RequestHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = RequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Input {
        /// Between two requests.
        case open
        /// Within a request that was passed to the inner handlers.
        case receiving(isLast: Bool)
        /// No more input is passed to the inner handlers.
        case shut
    }

    /// Facts about a request that affect its response.
    private struct PendingResponse {
        let isOld: Bool
        var endsConnection: Bool
    }

    private let limits: ConnectionLimits
    private let deadlines: ConnectionDeadlines
    private var input = Input.open
    /// Requests that were passed on and have no complete response yet, oldest first.
    private var unanswered = CircularBuffer<PendingResponse>()
    private var isAnswering = false
    private var refusal: HeadRefusal?
    /// The decoder's error for inner handlers that wait for the rest of a body. Without it they would take the received part for the whole.
    private var failure: (any Error)?
    /// Whether the refusal was sent. Later writes of the inner handlers are dropped.
    private var isMuted = false

    init(limits: ConnectionLimits, deadlines: ConnectionDeadlines) {
        self.limits = limits
        self.deadlines = deadlines
    }

    /// Whether further input is ignored: the last request of the connection is complete, or a request was refused.
    var isShut: Bool { if case .shut = input { true } else { false } }

    // MARK: From the peer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (input, unwrapInboundIn(data)) {
        case (.open, .head(let head)):
            do throws(HeadRefusal) { take(try RequestHead(head), context) } catch { refuse(error, context) }
        case (.receiving(let isLast), .end):
            input = isLast ? .shut : .open
            context.fireChannelRead(wrapInboundOut(.end))
        case (.receiving, .body(let buffer)): context.fireChannelRead(wrapInboundOut(.body(buffer)))
        case (.receiving, .head), (.open, _), (.shut, _): break
        }
    }

    private func take(_ head: RequestHead, _ context: ChannelHandlerContext) {
        input = .receiving(isLast: head.endsConnection)
        unanswered.append(PendingResponse(isOld: head.isOld, endsConnection: head.endsConnection))
        deadlines.expects(bytes: head.declaredLength ?? 0)
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if head.waitsForContinue { sayContinue(head, context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (input, error) {
        // The decoder reports repeatedly that it has given up.
        case (.shut, _ as HTTPParserError), (.shut, _ as ByteToMessageDecoderError): break
        case (_, let error as HTTPParserError):
            failure = error
            refuse(HeadRefusal(error), context)
        default: context.fireErrorCaught(error)
        }
    }

    private func sayContinue(_ head: RequestHead, _ context: ChannelHandlerContext) {
        // Not sent when the head alone decides the response, and not between the parts of an earlier response. The peer then sends its body
        // without it after a while.
        guard unanswered.count == 1, !isAnswering, case .receiving = input, (head.declaredLength ?? 0) <= limits.maximumBody else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    private func refuse(_ refusal: HeadRefusal, _ context: ChannelHandlerContext) {
        if case .receiving = input {
            // The body of a request that was passed on is broken. Its response is the refusal, unless another response has begun.
            if unanswered.isEmpty || (unanswered.count == 1 && isAnswering) {
                input = .shut
                forwardFailure(context)
                return context.close(promise: nil)
            }
            unanswered.removeLast()
        }
        input = .shut
        self.refusal = refusal
        if unanswered.isEmpty { sendRefusal(context) }
    }

    private func sendRefusal(_ context: ChannelHandlerContext) {
        guard let refusal, !isMuted else { return }
        isMuted = true
        let body = ByteBuffer(string: refusal.body)
        let fields: HTTPHeaders = [
            "content-type": "application/json", "content-length": "\(body.readableBytes)", "cache-control": "no-store",
            "x-content-type-options": "nosniff", "date": Timestamp.now.httpDate, "connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: refusal.status), headers: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // Closed after a delay, because unread input would reset the connection before the peer has read the response.
        context.eventLoop.scheduleTask(in: TimeAmount(limits.linger)) { [channel = context.channel] in channel.close(mode: .all, promise: nil) }
        forwardFailure(context)
    }

    private func forwardFailure(_ context: ChannelHandlerContext) {
        guard let failure else { return }
        self.failure = nil
        context.fireErrorCaught(failure)
    }

    // MARK: To the peer

    /// Whether a complete response may bypass this handler, because the handler would not change it: the response to a usual request of
    /// HTTP/1.1.
    var letsPass: Bool {
        guard refusal == nil, !isMuted, !isAnswering, let facts = unanswered.first else { return false }
        return !facts.isOld && !facts.endsConnection
    }

    /// Called after a complete response has bypassed this handler.
    func passed() { unanswered.removeFirst() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isMuted else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isAnswering = true
            guard let facts = unanswered.first, facts.isOld || facts.endsConnection else { return context.write(data, promise: promise) }
            complete(&head, facts)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            isAnswering = false
            let facts = unanswered.popFirst()
            if facts?.endsConnection == true, isWhole {
                context.write(data, promise: closing(after: promise, context))
            } else {
                context.write(data, promise: promise)
            }
            if refusal != nil, unanswered.isEmpty { sendRefusal(context) }
        }
    }

    /// Whether no request is arriving. For a request that gets its response while it arrives, ``ConnectionDeadlines`` ends the connection
    /// and lets the peer read the response.
    private var isWhole: Bool {
        if case .receiving = input { false } else { true }
    }

    private func complete(_ head: inout HTTPResponseHead, _ facts: PendingResponse) {
        if facts.isOld {
            // An HTTP/1.0 client does not support chunked bodies. A response without a length ends with the connection.
            let hasLength = head.headers.contains(name: "content-length") || !head.status.mayHaveResponseBody
            if !hasLength {
                head.version = .http1_0
                unanswered[unanswered.startIndex].endsConnection = true
            }
        }
        let ends = unanswered.first?.endsConnection == true
        head.headers.replaceOrAdd(name: "connection", value: ends ? "close" : "keep-alive")
    }

    /// A promise that closes the connection when the kernel has accepted the associated bytes.
    private func closing(after promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.whenComplete { [channel = context.channel] _ in channel.close(mode: .all, promise: nil) }
        return written
    }
}
