import HTTPTypes
import MCP
import NIOCore
import NIOHTTP1
import Store
import Synchronization

/// Writes responses to one connection. If the outer handlers would not change a response, it is written as one buffer that bypasses them,
/// otherwise in parts.
final class ResponseWriter {
    private let fields: ResponseFields
    private let headHandler: RequestHeadHandler
    private let deadlines: ConnectionDeadlines
    private var encoder: ChannelHandlerContext?

    init(fields: ResponseFields, headHandler: RequestHeadHandler, deadlines: ConnectionDeadlines) {
        self.fields = fields
        self.headHandler = headHandler
        self.deadlines = deadlines
    }

    func connect(_ context: ChannelHandlerContext) {
        // Without an encoder, all responses are written in parts.
        encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    }

    func disconnect() { encoder = nil }

    /// Writes a complete response.
    /// - Parameters:
    ///   - isHead: whether it is the response to a HEAD request.
    ///   - context: that of the responding handler.
    func write(_ response: Response, isHead: Bool, _ context: ChannelHandlerContext) {
        if !isHead, response.head.status.code == 200, case .bytes(let body) = response.body, let encoder, headHandler.letsPass, deadlines.letsPass {
            var buffer = context.channel.allocator.buffer(capacity: body.count + 256)
            fields.write(response.head, body, to: &buffer)
            headHandler.passed()
            deadlines.passed(context)
            // Written from the encoder's position on, because nothing is left to encode.
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(buffer)), promise: nil)
            return
        }
        var head = response.head
        fields.complete(&head.headerFields)
        let bytes: [UInt8] = if case .bytes(let bytes) = response.body { bytes } else { [] }
        // RFC 9110 section 8.6: a response without a body has no length.
        if head.status != .noContent { head.headerFields[.contentLength] = String(bytes.count) }
        context.write(Self.part(head), promise: nil)
        // RFC 9110 section 9.3.2: the client would read a body as the start of the next response.
        if !bytes.isEmpty, !isHead { context.write(Self.part(bytes), promise: nil) }
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    }

    /// Writes the head of a response whose body follows in parts.
    func begin(_ response: Response, _ context: ChannelHandlerContext) {
        var head = response.head
        fields.complete(&head.headerFields)
        context.writeAndFlush(Self.part(head), promise: nil)
    }

    /// Writes a part of a body.
    /// - Parameter written: completes when the kernel has accepted the part.
    func add(_ frame: [UInt8], _ written: EventLoopPromise<Void>, _ context: ChannelHandlerContext) {
        var isTaken = false
        written.futureResult.assumeIsolated().whenComplete { _ in isTaken = true }
        context.writeAndFlush(Self.part(frame), promise: written)
        if !isTaken { deadlines.waits(for: written.futureResult, context) }
    }

    /// Ends a body that was written in parts.
    func end(_ context: ChannelHandlerContext) { context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil) }

    /// - Parameter body: runs when the kernel has accepted all bytes or the connection has ended.
    func whenTaken(_ context: ChannelHandlerContext, _ body: @escaping () -> Void) {
        guard let encoder else { return body() }
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { _ in body() }
        encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: taken)
    }

    private static func part(_ head: HTTPResponse) -> NIOAny {
        let status = HTTPResponseStatus(statusCode: head.status.code, reasonPhrase: head.status.reasonPhrase)
        let fields = HTTPHeaders(head.headerFields.map { ($0.name.rawName, $0.value) })
        return NIOAny(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: fields)))
    }

    private static func part(_ frame: [UInt8]) -> NIOAny { NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: frame)))) }
}

/// The header fields of every response: no content sniffing, no caching unless the response permits it, HSTS over TLS, and the date.
struct ResponseFields: Sendable {
    /// Whether clients reach the server over TLS.
    let isSecure: Bool
    private let date = HTTPDate()

    /// The value of `Strict-Transport-Security` (RFC 6797): one year.
    private static let transport = "max-age=31536000"

    func complete(_ fields: inout HTTPFields) {
        fields[.xContentTypeOptions] = "nosniff"
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        if isSecure { fields[.strictTransportSecurity] = Self.transport }
        fields[.date] = date.now
    }

    /// Writes a response of status 200 with its body, in the bytes that the encoder would produce.
    func write(_ head: HTTPResponse, _ body: [UInt8], to buffer: inout ByteBuffer) {
        buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
        var mayBeKept = false
        for field in head.headerFields {
            if field.name == .cacheControl { mayBeKept = true }
            Self.add(field.name.rawName, field.value, to: &buffer)
        }
        buffer.writeStaticString("X-Content-Type-Options: nosniff\r\n")
        if !mayBeKept { buffer.writeStaticString("Cache-Control: no-store\r\n") }
        if isSecure { Self.add("Strict-Transport-Security", Self.transport, to: &buffer) }
        buffer.writeStaticString("Date: ")
        buffer.writeString(date.now)
        buffer.writeStaticString("\r\nContent-Length: ")
        buffer.writeString(String(body.count))
        buffer.writeStaticString("\r\n\r\n")
        buffer.writeBytes(body)
    }

    private static func add(_ name: String, _ value: String, to buffer: inout ByteBuffer) {
        buffer.writeString(name)
        buffer.writeStaticString(": ")
        buffer.writeString(value)
        buffer.writeStaticString("\r\n")
    }
}

/// The value of the `Date` field (RFC 9110 section 5.6.7), computed once a second.
private final class HTTPDate: Sendable {
    private let known = Mutex<(second: Int64, text: String)>((-1, ""))

    var now: String {
        let time = Timestamp.now
        let second = time.microseconds / 1_000_000
        return known.withLock { known in
            if known.second != second { known = (second, time.httpDate) }
            return known.text
        }
    }
}
