import NIOCore
import Synchronization

/// The open connections of one listener. When the server stops, each is told to end after its last response (I12).
final class Connections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        var isStopping = false
        /// The continuation that waits until all are closed.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.open.count) }

    /// Registers a connection until it is closed.
    func opened(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isStopping = state.withLock { state in
            state.open[id] = channel
            return state.isStopping
        }
        channel.closeFuture.whenComplete { [self] _ in closed(id) }
        if isStopping { Self.tell(channel) }
    }

    private func closed(_ id: ObjectIdentifier) {
        let waiter = state.withLock { state in
            state.open[id] = nil
            guard state.open.isEmpty else { return nil as CheckedContinuation<Void, Never>? }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Tells every current and future connection to serve no further request.
    func stop() {
        let open = state.withLock { state in
            state.isStopping = true
            return Array(state.open.values)
        }
        for channel in open { Self.tell(channel) }
    }

    private static func tell(_ channel: any Channel) {
        channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Closes all connections at once.
    func closeAll() { for channel in state.withLock({ Array($0.open.values) }) { channel.close(promise: nil) } }

    /// Waits until no connection is open. Supports one waiter at a time.
    func allClosed() async {
        await withCheckedContinuation { waiter in
            let isEmpty = state.withLock { state in
                if !state.open.isEmpty { state.waiter = waiter }
                return state.open.isEmpty
            }
            if isEmpty { waiter.resume() }
        }
    }
}
