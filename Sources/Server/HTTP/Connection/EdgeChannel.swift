import NIOCore
import NIOHTTP1
import NIOSSL

/// The channel handlers of one connection: TLS where there is a certificate, decoder, deadlines, the reader of heads, and the handler of requests.
struct EdgeChannel: Sendable {
    let edge: Edge
    let connections: Connections
    /// Nil for plain HTTP.
    let tls: NIOSSLContext?

    /// What is read of one connection before the others have their turn. Unit: bytes. More would let one that sends many requests at once keep the
    /// event loop to itself until all of them are answered.
    private static let turn = 16_384

    /// On the event loop of the channel.
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
        // Pipelining is the business of `RequestHandler`, errors that of `RequestHeadHandler`; `HTTPFields` holds no value that would end a field.
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
