import NIOCore

/// Drops what a peer sends behind the last request of its connection. Stands before the HTTP decoder, which would keep all of it in memory when that
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
