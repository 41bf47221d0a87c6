import GatehouseTesting
import JSON

/// One HTTP request as text. `Host` and `Content-Length` are added unless they are given.
struct Ask: Sendable {
    var method = "POST"
    var path = "/api/mcp"
    var fields: [(name: String, value: String)] = []
    var body: String?

    /// A JSON-RPC request in a revision; nil sends no version header.
    static func mcp(
        _ method: String, _ params: JSONObject = [:], key: String? = nil, in revision: String? = "2025-11-25", path: String = "/api/mcp",
        fields: [(name: String, value: String)] = []
    ) -> Ask {
        var params = params
        var all = fields + [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")]
        if let key { all.append(("Authorization", "Bearer \(key)")) }
        if let revision { all.append(("MCP-Protocol-Version", revision)) }
        if revision == "2026-07-28" {
            all.append(("Mcp-Method", method))
            if let name = params["name"]?.string { all.append(("Mcp-Name", name)) }
            params["_meta"] = [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
            ]
        }
        let message: JSONValue = ["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .object(params)]
        return Ask(path: path, fields: all, body: message.description)
    }

    static func call(
        _ tool: String, _ arguments: JSONValue = [:], key: String? = nil, in revision: String? = "2025-11-25", path: String = "/api/mcp",
        fields: [(name: String, value: String)] = []
    ) -> Ask { .mcp("tools/call", ["name": .string(tool), "arguments": arguments], key: key, in: revision, path: path, fields: fields) }

    static let initialize = Ask.mcp(
        "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": ["name": "test", "version": "1"]], in: nil)

    static func notification(key: String? = nil) -> Ask {
        var ask = Ask.mcp("x", key: key)
        ask.body = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        return ask
    }

    static func get(_ path: String, fields: [(name: String, value: String)] = []) -> Ask { Ask(method: "GET", path: path, fields: fields) }

    func with(_ name: String, _ value: String) -> Ask {
        var copy = self
        copy.fields.append((name, value))
        return copy
    }

    func text(host: String) -> String {
        var all = fields
        if !all.contains(where: { $0.name == "Host" }) { all.insert(("Host", host), at: 0) }
        if let body, !all.contains(where: { $0.name == "Content-Length" }) { all.append(("Content-Length", "\(body.utf8.count)")) }
        return "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n" + (body ?? "")
    }
}

extension RunningServer {
    /// Sends one request on a connection of its own.
    /// - Throws: `RawConnection.Silence` without an answer.
    func answer(_ ask: Ask) async throws -> RawResponse {
        let connection = try RawConnection(port: port)
        defer { connection.close() }
        try await connection.send(ask.text(host: host))
        guard let response = try await connection.response(hasBody: ask.method != "HEAD") else { throw RawConnection.Silence() }
        return response
    }

    /// Whether an honest client is served during an attack.
    func servesOthers() async throws -> Bool {
        var status: Int?
        try await until {
            // A short limit of the test may end a connection before a busy machine has sent on it: the next one counts then.
            status = try? await answer(.mcp("ping")).status
            return status != nil
        }
        return status == 200
    }

    /// `WWW-Authenticate` of an endpoint, by the letter of the contract.
    func challenge(path: String = "/api/mcp", scope: String = "mcp", error: String? = nil) -> String {
        let metadata = "http://\(host)/.well-known/oauth-protected-resource\(path)"
        let start = "Bearer realm=\"/.well-known/oauth-protected-resource\", resource_metadata=\"\(metadata)\", scope=\"\(scope)\""
        return start + (error.map { ", error=\"\($0)\"" } ?? "")
    }
}
