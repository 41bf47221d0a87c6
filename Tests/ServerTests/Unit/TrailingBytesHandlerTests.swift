import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Server

@Suite("Bytes after the last request of a connection")
struct TrailingBytesHandlerTests {
    /// Counts the bytes that a decoder kept and hands on when it is taken out.
    private final class Leftovers: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { Issue.record("\(unwrapInboundIn(data).readableBytes) bytes were kept") }
    }

    @Test(
        "G08 nothing of it is kept while the answer is made",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
            // A refused request after one whose response takes long.
            "GET / HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        ])
    func nothingIsKept(request: String) throws {
        let headHandler = RequestHeadHandler(limits: ConnectionLimits(), deadlines: ConnectionDeadlines(limits: ConnectionLimits()))
        let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
        let channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([TrailingBytesHandler(headHandler: headHandler), decoder, headHandler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        // Byte by byte the decoder may hold a part of the head; behind it nothing.
        for byte in request.utf8 { try channel.writeInbound(ByteBuffer(bytes: [byte])) }
        #expect(try channel.readInbound(as: RequestPart.self) != nil)
        for _ in 0..<100 { try channel.writeInbound(ByteBuffer(repeating: 120, count: 1_000)) }
        try pipeline.addHandler(Leftovers(), position: .after(decoder))
        let removal = pipeline.removeHandler(decoder)
        channel.embeddedEventLoop.run()
        try removal.wait()
        _ = try? channel.finish()  // the decoder is gone, and the rest knows no bytes
    }
}
