import HTTPTypes
import NIOCore

/// One request on an MCP endpoint, from its head on.
struct MCPExchange: Sendable {
    let head: HTTPRequest
    /// The workspace that the path names; nil is the main one.
    let workspace: String?
    /// Whether it came by the transport of 2024-11-05.
    let isSSE: Bool
    let connection: MCPConnection
    /// What the log line of the request will say.
    var entry: RequestLog.Entry
}

/// What all requests of one connection have in common.
final class MCPConnection: Sendable {
    let channel: any Channel
    /// The peer's address as text; empty for a peer without one.
    let peer: String
    /// Runs the work of the connection's requests on its own event loop.
    let executor: EventLoopExecutor

    init(_ channel: any Channel) {
        self.channel = channel
        peer = channel.remoteAddress?.ipAddress ?? ""
        executor = EventLoopExecutor(channel.eventLoop)
    }
}
