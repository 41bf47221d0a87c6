import HTTPTypes
import JSON
import Testing

@testable import MCP

/// A client of the protocol that speaks to a server without a network.
struct TestClient<Principal: Sendable>: Sendable {
    let server: MCPServer<Principal>
    var principal: Principal
    /// The legacy session, once there is one.
    var session: String?
    /// The legacy revision that was negotiated.
    var revision = "2025-11-25"
    var accept = "application/json, text/event-stream"

    init(_ server: MCPServer<Principal>, as principal: Principal) {
        self.server = server
        self.principal = principal
    }

    func send(_ method: HTTPRequest.Method, _ body: String = "", _ headers: [String: String] = [:]) async throws -> MCPHTTPResponse {
        var fields: HTTPFields = [.accept: accept]
        if method == .post { fields[.contentType] = "application/json" }
        for (name, value) in headers {
            let name = try #require(HTTPField.Name(name))
            fields[name] = value.isEmpty ? nil : value
        }
        let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/mcp", headerFields: fields)
        return await server.respond(to: request, body: Array(body.utf8), principal: principal)
    }

    // MARK: Legacy

    /// Shakes hands and keeps the session.
    @discardableResult
    mutating func shakeHands(_ asked: String = "2025-11-25", capabilities: String = "{}") async throws -> JSONValue {
        let body =
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(asked)","capabilities":\#(capabilities),"clientInfo":{"name":"t","version":"1"}}}"#
        let response = try await send(.post, body)
        session = response.head.headerFields[.sessionID]
        let result = try #require(try JSONValue(parsing: await response.bodyText)["result"])
        revision = result["protocolVersion"]?.string ?? ""
        #expect(try await post(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).head.status == 202)
        return result
    }

    /// Posts a body under the session and its revision.
    func post(_ body: String, _ headers: [String: String] = [:]) async throws -> MCPHTTPResponse {
        var all = ["MCP-Protocol-Version": revision]
        if let session { all["Mcp-Session-Id"] = session }
        return try await send(.post, body, all.merging(headers) { _, new in new })
    }

    /// Opens the session's stream.
    func open(after event: String? = nil, _ headers: [String: String] = [:]) async throws -> MCPHTTPResponse {
        var all = ["MCP-Protocol-Version": revision, "Accept": "text/event-stream"]
        if let session { all["Mcp-Session-Id"] = session }
        if let event { all["Last-Event-ID"] = event }
        return try await send(.get, "", all.merging(headers) { _, new in new })
    }

    func request(_ method: String, _ params: String = "{}", id: String = "1") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    /// A legacy request, and all messages of its answer.
    func legacy(_ method: String, _ params: String = "{}", id: String = "1") async throws -> Reply {
        try await Reply(try await post(request(method, params, id: id)))
    }

    // MARK: Modern

    /// The response to a modern request with all its headers; those given replace them, empty ones are left out.
    func modernResponse(
        _ method: String, _ params: JSONObject = [:], capabilities: JSONValue = [:], meta: JSONObject = [:], id: JSONValue = 1,
        headers: [String: String] = [:], version: String = "2026-07-28"
    ) async throws -> MCPHTTPResponse {
        var envelope: JSONObject = [
            "io.modelcontextprotocol/protocolVersion": .string(version), "io.modelcontextprotocol/clientCapabilities": capabilities,
        ]
        for (key, value) in meta { envelope[key] = value }
        var all = params
        all["_meta"] = .object(envelope)
        let message: JSONValue = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(all)]
        var fields = ["MCP-Protocol-Version": version, "Mcp-Method": method]
        if let key = Method(name: method, revision: .v2026_07_28)?.nameParameter, let name = params[key]?.string { fields["Mcp-Name"] = name }
        return try await send(.post, message.description, fields.merging(headers) { _, new in new })
    }

    /// A modern request, and all messages of its answer.
    func modern(
        _ method: String, _ params: JSONObject = [:], capabilities: JSONValue = [:], meta: JSONObject = [:], headers: [String: String] = [:],
        version: String = "2026-07-28"
    ) async throws -> Reply {
        try await Reply(
            try await modernResponse(method, params, capabilities: capabilities, meta: meta, headers: headers, version: version))
    }

    func call(_ tool: String, _ arguments: JSONObject = [:], capabilities: JSONValue = [:], meta: JSONObject = [:]) async throws -> Reply {
        try await modern("tools/call", ["name": .string(tool), "arguments": .object(arguments)], capabilities: capabilities, meta: meta)
    }
}

/// A whole answer: status, head, and every message in its order.
struct Reply {
    let status: Int
    let head: HTTPResponse
    let messages: [JSONValue]
    let isStream: Bool

    init(_ response: MCPHTTPResponse) async throws {
        status = response.head.status.code
        head = response.head
        isStream = response.head.headerFields[.contentType] == "text/event-stream"
        let text = await response.bodyText
        if isStream {
            // Events without data are no messages; a nil in their place would be a JSON null.
            messages = try Frame.all(in: text).filter { !$0.data.isEmpty }.map { try JSONValue(parsing: $0.data) }
        } else {
            messages = text.isEmpty ? [] : [try JSONValue(parsing: text)]
        }
    }

    /// The response message.
    var response: JSONValue? { messages.last { $0["method"] == nil } }
    var result: JSONValue? { response?["result"] }
    var error: JSONValue? { response?["error"] }
    var code: Int64? { error?["code"]?.int }
    var notifications: [JSONValue] { messages.filter { $0["method"] != nil } }
    /// The text of a result's first block.
    var text: String? { result?["content"]?[0]?["text"]?.string }
    /// Status and error code, as `400 -32602`.
    var summary: String { "\(status)" + (code.map { " \($0)" } ?? "") }
}

/// One event of an event stream.
struct Frame: Hashable {
    var id: String?
    var event: String?
    var retry: String?
    var data = ""
    var isComment = false

    init(_ text: some StringProtocol) {
        for line in text.split(separator: "\n") {
            if line.hasPrefix(":") { isComment = true }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...].drop { $0 == " " })
            switch line[..<colon] {
            case "id": id = value
            case "event": event = value
            case "retry": retry = value
            case "data": data += value
            default: continue
            }
        }
    }

    static func all(in text: String) -> [Frame] { text.split(separator: "\n\n").map { Frame($0) } }

    var message: JSONValue? { try? JSONValue(parsing: data) }
}

/// Reads a stream event by event.
struct FrameReader {
    private var iterator: EventStream.Iterator

    init(_ response: MCPHTTPResponse) throws {
        guard case .events(let stream) = response.body else {
            struct NoStream: Error {
                let status: Int
            }
            throw NoStream(status: response.head.status.code)
        }
        iterator = stream.makeAsyncIterator()
    }

    /// The next event; signs of life are left out.
    mutating func next() async -> Frame? {
        while let bytes = await iterator.next() {
            let frame = Frame(String(decoding: bytes, as: UTF8.self))
            if !frame.isComment { return frame }
        }
        return nil
    }

    /// The next event with a message.
    mutating func message() async -> JSONValue? {
        while let frame = await next() {
            if let message = frame.message { return message }
        }
        return nil
    }
}
