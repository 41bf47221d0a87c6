import NIOCore

/// Limits the number of open connections. Further ones wait in the kernel until one is closed (I15). This is a handler of the listening
/// channel.
final class AcceptLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private let maximum: Int
    private var count = 0
    private var hasHeldRead = false

    init(maximum: Int) { self.maximum = maximum }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += 1
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in bound.value.0.left(bound.value.1) }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if count < maximum { context.read() } else { hasHeldRead = true }
    }

    private func left(_ context: ChannelHandlerContext) {
        count -= 1
        guard hasHeldRead, count < maximum else { return }
        hasHeldRead = false
        context.read()
    }
}
