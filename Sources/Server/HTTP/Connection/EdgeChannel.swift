import NIOCore
import NIOHTTP1
import NIOSSL

/// Sets up the channel handlers of a connection: TLS if there is a certificate, the decoder, the deadlines, the reader of heads, and the
/// handler of requests.
struct EdgeChannel: Sendable {
    let edge: Edge
    let connections: Connections
    /// Nil for plain HTTP.
    let tls: NIOSSLContext?

    /// Most bytes that are read from one connection before others are served. With more, a peer that sends many requests at once would
    /// occupy the event loop until all of them are answered. Unit: bytes.
    private static let turn = 16_384

    /// Must be called on the channel's event loop.
    func setUp(_ channel: any Channel) throws {
        let limits = edge.limits
        var bounds = NIOHTTPDecoderLimitConfiguration()
        bounds.maxHeaderFieldSize = limits.maximumHeaders
        bounds.maxHeaderListSize = limits.maximumHeaders
        bounds.maxHeaderFieldCount = limits.maximumHeaderCount
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
        let reading = AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 2_048, maximum: Self.turn)
        try channel.syncOptions?.setOption(.recvAllocator, value: reading)
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
        let deadlines = ConnectionDeadlines(limits: limits)
        let headHandler = RequestHeadHandler(limits: limits, deadlines: deadlines)
        try pipeline.addHandler(TrailingBytesHandler(headHandler: headHandler))
        // `RequestHandler` implements pipelining and `RequestHeadHandler` handles errors. Values in `HTTPFields` contain nothing that ends
        // a field.
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: bounds)
        try pipeline.addHandler(deadlines)
        try pipeline.addHandler(headHandler)
        try pipeline.addHandler(
            RequestHandler(edge: edge, writer: ResponseWriter(fields: edge.fields, headHandler: headHandler, deadlines: deadlines)))
        connections.opened(channel)
    }
}

/// The state that all requests of a connection share.
final class HTTPConnection: Sendable {
    let channel: any Channel
    /// The peer's address as text. Empty for a peer without one.
    let peer: String
    /// Runs the tasks of the connection's requests on the connection's event loop.
    let executor: EventLoopExecutor
    let requestIDs = RequestIDs()

    init(_ channel: any Channel) {
        self.channel = channel
        peer = channel.remoteAddress?.ipAddress ?? ""
        executor = EventLoopExecutor(channel.eventLoop)
    }
}

/// Runs tasks on the thread of one event loop, so that a request that does not need the pool never changes threads.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Drops the bytes that a peer sends after the last request of its connection. It precedes the HTTP decoder, which would buffer all of them
/// if that request offered another protocol.
final class TrailingBytesHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let headHandler: RequestHeadHandler

    init(headHandler: RequestHeadHandler) { self.headHandler = headHandler }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !headHandler.isShut { context.fireChannelRead(data) }
    }
}
