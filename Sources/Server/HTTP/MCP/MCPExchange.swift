import HTTPTypes
import NIOCore

/// One request on an MCP endpoint, from its head on.
final class MCPExchange: Sendable {
    let head: MCPHead
    let place: MCPPlace
    let connection: MCPConnection
    /// What the log line of the request says as far as its head tells.
    let entry: RequestLog.Entry

    init(head: MCPHead, place: MCPPlace, connection: MCPConnection, entry: RequestLog.Entry) {
        self.head = head
        self.place = place
        self.connection = connection
        self.entry = entry
    }
}

/// What all requests of one connection have in common.
final class MCPConnection: Sendable {
    let channel: any Channel
    /// The peer's address as text; empty for a peer without one.
    let peer: String
    /// Runs the work of the connection's requests on its own event loop.
    let executor: EventLoopExecutor
    let requestIDs = RequestIDs()

    init(_ channel: any Channel) {
        self.channel = channel
        peer = channel.remoteAddress?.ipAddress ?? ""
        executor = EventLoopExecutor(channel.eventLoop)
    }
}
