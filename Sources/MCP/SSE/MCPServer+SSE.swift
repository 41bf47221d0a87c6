import HTTPTypes
import JSON

/// The HTTP+SSE transport of 2024-11-05: one stream carries all messages from the server, and the client posts its messages to a second
/// path.
extension MCPServer {
    /// Opens the stream of a client.
    /// - Parameter endpoint: returns the URI for the client's messages, of the same origin, given the name of the connection (32
    ///   hexadecimal digits).
    public func openSSE(principal: Principal, endpoint: (String) -> String) -> MCPHTTPResponse {
        guard let node, let continuity, let owner = continuity.key(principal) else {
            return refuse(HTTPRefusal(status: 405, "This transport is not served here", allow: "POST"))
        }
        guard let slot = node.streams.enter(continuity.account(principal) ?? owner) else {
            return refuse(HTTPRefusal(status: 429, "Too many open streams"))
        }
        let connection = SSEConnection(self, principal: principal, owner: owner, node: node, slot: slot)
        return .events(EventStream(SSEFrames(connection, opening: EventFrame.endpoint(endpoint(connection.name)))))
    }

    /// Takes a message that a client posted to a connection. The response is 202; the JSON-RPC response comes on the stream.
    /// - Parameter connection: the name from ``openSSE(principal:endpoint:)``.
    public func postSSE(_ body: [UInt8], connection name: String, principal: Principal) async -> MCPHTTPResponse {
        guard let node, let owner = continuity?.key(principal) else { return refuse(Self.noConnection) }
        if body.count > settings.jsonLimits.maximumByteCount {
            return refuse(HTTPRefusal(status: 413, "The body is larger than \(settings.jsonLimits.maximumByteCount) bytes"))
        }
        if let entry = node.connections.entry(name) {
            guard entry.owner == owner else { return refuse(Self.noConnection) }
            return await entry.take(body) ? .accepted : refuse(HTTPRefusal(status: 429, "Too many calls are running"))
        }
        // A body that is not JSON is not forwarded to other nodes.
        guard node.bus.reachesOthers, let value = try? JSONValue(parsing: body, limits: settings.jsonLimits) else { return refuse(Self.noConnection) }
        await node.publish("post", ["connection": .string(name), "owner": .string(owner), "body": value]) {}
        return .accepted
    }

    private static var noConnection: HTTPRefusal { HTTPRefusal(status: 404, "Connection not found") }
}
