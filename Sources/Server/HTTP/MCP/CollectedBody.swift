import MCP
import NIOCore

/// What has come of the body of a request on an MCP endpoint, and its part of the budget once it is large.
struct CollectedBody: Sendable {
    private(set) var bytes: [UInt8] = []
    private var share: BodyBudget.Share?

    /// - Returns: the answer when there is no room for so much; then nothing is added.
    mutating func add(_ buffer: ByteBuffer, of exchange: MCPExchange, to endpoint: MCPEndpoint) -> MCPHTTPResponse? {
        let count = bytes.count + buffer.readableBytes
        guard count <= endpoint.limits.maximumBody else { return endpoint.tooLarge(exchange) }
        if count > BodyBudget.free {
            let share = share ?? endpoint.bodies.share(of: exchange.entry.peer)
            self.share = share
            guard share.holds(count) else { return endpoint.noRoom(exchange) }
        }
        bytes.append(contentsOf: buffer.readableBytesView)
        return nil
    }
}
