import NIOCore

/// Drops the bytes that a peer sends after the last request of its connection. It precedes the HTTP decoder, which would buffer all of them when that
/// request offers another protocol.
final class TrailingBytesHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let headHandler: RequestHeadHandler

    init(headHandler: RequestHeadHandler) { self.headHandler = headHandler }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !headHandler.isShut { context.fireChannelRead(data) }
    }
}
