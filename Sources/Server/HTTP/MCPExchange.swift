import HTTPTypes
import NIOCore

/// One request on an MCP endpoint, from its head on.
struct MCPExchange: Sendable {
    let head: HTTPRequest
    /// The workspace that the path names; nil is the main one.
    let workspace: String?
    let channel: any Channel
    /// What the log line of the request will say.
    var entry: RequestLog.Entry

    /// RFC 9112 section 9.6: the peer sends no further request.
    var endsConnection: Bool { head.headerFields[.connection]?.lowercased() == "close" }
}
