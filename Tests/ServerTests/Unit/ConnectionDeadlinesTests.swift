import NIOCore
import NIOEmbedded
import Testing

@testable import Server

@Suite("The deadlines of a connection")
struct ConnectionDeadlinesTests {
    private static func channel(_ deadlines: ConnectionDeadlines) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(deadlines)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private static var limits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.head = .seconds(3_600)
        return limits
    }

    @Test("G05 a small part of a stream that the peer never reads ends the connection; one that it reads late does not")
    func smallParts() throws {
        let deadlines = ConnectionDeadlines(limits: Self.limits)
        let channel = try Self.channel(deadlines)
        let context = try channel.pipeline.syncOperations.context(handler: deadlines)
        let late = channel.eventLoop.makePromise(of: Void.self)
        deadlines.waits(for: late.futureResult, context)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        late.succeed()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        let never = channel.eventLoop.makePromise(of: Void.self)
        deadlines.waits(for: never.futureResult, context)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        never.fail(ChannelError.ioOnClosedChannel)
    }
}
