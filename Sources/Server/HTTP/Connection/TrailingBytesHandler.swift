import NIOCore

/// Drops the bytes that a peer sends after the last request of its connection. It precedes the HTTP decoder, which would buffer all of them when that
/// request offers another protocol.
final class LateBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let gate: HeadGate

    init(gate: HeadGate) { self.gate = gate }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !gate.isShut { context.fireChannelRead(data) }
    }
}
