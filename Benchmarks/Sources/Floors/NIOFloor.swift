import NIOCore
import NIOHTTP1
import NIOPosix

/// The floor below the floor: a bare channel handler that reads the same body and answers the same number of bytes.
enum NIOFloor {
    static func run(port: Int, bytes: Int) async throws {
        let answer = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
        let group = MultiThreadedEventLoopGroup.singleton
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        Announcement.line("\(channel.localAddress?.port ?? 0)")
        try await channel.closeFuture.get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let answer: ByteBuffer
        private let headers: HTTPHeaders
        private var received = 0

        init(answer: ByteBuffer) {
            self.answer = answer
            headers = ["content-type": "application/json", "content-length": String(answer.readableBytes)]
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: received = 0
            case .body(let body): received += body.readableBytes
            case .end:
                precondition(received > 0)
                context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))), promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(answer))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
