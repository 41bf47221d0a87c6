import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// What the bytes of one connection pass: decoder, deadlines, the first reader of heads, the MCP endpoint, and behind it the HTTP server
/// with the codec that turns heads into its types.
struct EdgeChannel: HTTPChannelHandler {
    let responder: Responder
    let endpoint: MCPEndpoint
    let connections: Connections

    /// What is read of one connection before the others have their turn. Unit: bytes. More would let one that sends many requests at once keep the
    /// event loop to itself until all of them are answered.
    private static let turn = 16_384

    private var limits: ConnectionLimits { endpoint.limits }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>> {
        channel.eventLoop.makeCompletedFuture {
            var bounds = NIOHTTPDecoderLimitConfiguration()
            bounds.maxHeaderFieldSize = limits.maximumHeaders
            bounds.maxHeaderListSize = limits.maximumHeaders
            bounds.maxHeaderFieldCount = limits.maximumHeaderCount
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            let reading = AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 2_048, maximum: Self.turn)
            try channel.syncOptions?.setOption(.recvAllocator, value: reading)
            let pipeline = channel.pipeline.syncOperations
            let gate = HeadGate(limits: limits)
            try pipeline.addHandler(LateBytes(gate: gate))
            // Pipelining is the business of `MCPHandler`, errors that of `HeadGate`; fields of answers are made by us or judged by the codec.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: bounds)
            let deadlines = ConnectionDeadlines(limits: limits, connections: connections)
            try pipeline.addHandler(deadlines)
            try pipeline.addHandler(gate)
            try pipeline.addHandler(MCPHandler(endpoint: endpoint, answers: AnswerWriter(endpoint: endpoint, gate: gate, deadlines: deadlines)))
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
