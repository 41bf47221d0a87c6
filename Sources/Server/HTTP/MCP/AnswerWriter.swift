import HTTPTypes
import MCP
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Writes the answers of an MCP endpoint to one connection: in one piece past all handlers before, when they would leave it as it is, else in parts.
final class AnswerWriter {
    private let endpoint: MCPEndpoint
    private let gate: HeadGate
    private let deadlines: ConnectionDeadlines
    private var encoder: ChannelHandlerContext?

    init(endpoint: MCPEndpoint, gate: HeadGate, deadlines: ConnectionDeadlines) {
        self.endpoint = endpoint
        self.gate = gate
        self.deadlines = deadlines
    }

    func connect(_ context: ChannelHandlerContext) {
        // Without one, all answers go in parts.
        encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    }

    func disconnect() { encoder = nil }

    /// - Parameter context: of the handler that answers.
    func write(_ answer: MCPHTTPResponse, to exchange: MCPExchange, _ context: ChannelHandlerContext) {
        let hasBody = exchange.head.request.method != .head
        if hasBody, answer.head.status.code == 200, case .bytes(let body) = answer.body, let encoder, gate.letsPass, deadlines.letsPass {
            var buffer = context.channel.allocator.buffer(capacity: body.count + 256)
            endpoint.whole(answer.head, body).write(to: &buffer)
            gate.passed()
            deadlines.passed(context)
            // From the encoder's place on, since there is nothing left to encode.
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(buffer)), promise: nil)
            return
        }
        var head = answer.head
        endpoint.complete(&head)
        let bytes: [UInt8] = if case .bytes(let bytes) = answer.body { bytes } else { [] }
        // RFC 9110 section 8.6: no length where there can be no body.
        if head.status != .noContent { head.headerFields[.contentLength] = String(bytes.count) }
        context.write(NIOAny(HTTPServerResponsePart.head(HTTPResponseHead(head))), promise: nil)
        // RFC 9110 section 9.3.2: a body would be read as the start of the next answer.
        if !bytes.isEmpty, hasBody { context.write(Self.part(bytes), promise: nil) }
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    }

    /// Writes the head of an answer whose body goes on.
    func begin(_ answer: MCPHTTPResponse, _ context: ChannelHandlerContext) {
        var head = answer.head
        endpoint.complete(&head)
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.head(HTTPResponseHead(head))), promise: nil)
    }

    /// Writes a part of a body that goes on.
    /// - Parameter written: kept when the kernel has taken it.
    func add(_ frame: [UInt8], _ written: EventLoopPromise<Void>, _ context: ChannelHandlerContext) {
        var isTaken = false
        written.futureResult.assumeIsolated().whenComplete { _ in isTaken = true }
        context.writeAndFlush(Self.part(frame), promise: written)
        if !isTaken { deadlines.waits(for: written.futureResult, context) }
    }

    /// - Parameter body: runs when the kernel has taken all that was written, or the connection is over.
    func whenTaken(_ context: ChannelHandlerContext, _ body: @escaping () -> Void) {
        guard let encoder else { return body() }
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { _ in body() }
        encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: taken)
    }

    private static func part(_ frame: [UInt8]) -> NIOAny { NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: frame)))) }
}
