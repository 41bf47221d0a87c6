import JSON
import Testing

extension Ask {
    static let elicitation: JSONValue = ["elicitation": [:]]

    /// A handshake with capabilities.
    static func handshake(key: String?, _ capabilities: JSONValue = [:], in revision: String = "2025-11-25", path: String = "/api/mcp") -> Ask {
        .mcp(
            "initialize", ["protocolVersion": .string(revision), "capabilities": capabilities, "clientInfo": ["name": "test", "version": "1"]],
            key: key, in: nil, path: path)
    }

    /// A request of 2026-07-28 with capabilities.
    static func modern(
        _ method: String, _ params: JSONObject = [:], key: String?, capabilities: JSONValue = [:], meta: JSONObject = [:],
        fields: [(name: String, value: String)] = [], path: String = "/api/mcp"
    ) -> Ask {
        var ask = Ask.mcp(method, params, key: key, in: "2026-07-28", path: path, fields: fields)
        if let uri = params["uri"]?.string ?? params["taskId"]?.string { ask.fields.append(("Mcp-Name", uri)) }
        var meta = meta
        meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28"
        meta["io.modelcontextprotocol/clientCapabilities"] = capabilities
        var params = params
        params["_meta"] = .object(meta)
        ask.body = JSONValue.object(["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .object(params)]).description
        return ask
    }

    /// The same request in a session.
    func inSession(_ id: String) -> Ask { with("Mcp-Session-Id", id) }

    /// Another message to the same place.
    func saying(_ message: JSONValue) -> Ask {
        var copy = self
        copy.body = message.description
        return copy
    }

    /// The stream of a session.
    static func stream(_ session: String, key: String, after event: String? = nil) -> Ask {
        let fields = [("Authorization", "Bearer \(key)"), ("Accept", "text/event-stream"), ("Mcp-Session-Id", session)]
        return .get("/api/mcp", fields: fields + (event.map { [("Last-Event-ID", $0)] } ?? []))
    }
}

extension RunningServer {
    /// The id of a new session.
    func session(_ key: String, _ capabilities: JSONValue = [:], path: String = "/api/mcp") async throws -> String {
        let answer = try await answer(.handshake(key: key, capabilities, path: path))
        return try #require(answer["mcp-session-id"])
    }

    /// A connection on which a request was sent.
    func sent(_ ask: Ask) async throws -> RawConnection {
        let connection = try RawConnection(port: port)
        try await connection.send(ask.text(host: host))
        return connection
    }
}
