import HTTPTypes
import JSON
import MCP
import Synchronization

/// Tests a server with every feature. Each response must have a status below 500 and valid JSON, an event stream, or no body.
final class RequestTarget: FuzzTarget {
    let server: MCPServer<String>
    private let session: Mutex<String>

    init() async throws {
        server = try FuzzFeatures.server()
        session = Mutex(try await Self.handshake(server))
    }

    func send(_ input: FuzzInput) async throws -> String { try await send(input, event: "") { _ in } }

    /// - Parameters:
    ///   - event: replaces the placeholder for an event id.
    ///   - last: receives the last event id of the response.
    func send(_ input: FuzzInput, event: String, last: (String) -> Void) async throws -> String {
        let response = try await respond(to: input, event: event)
        let status = response.head.status.code
        let bytes: [UInt8]
        switch response.body {
        case .none: return "\(status) nothing"
        case .bytes(let given):
            if response.head.headerFields[.contentType] == "application/json" { return "\(status) \(try Self.words(given, input))" }
            bytes = given
        case .events(let stream): bytes = await Self.frames(stream, isOpenEnded: input.method == "GET")
        }
        let events = try Events(bytes, input)
        if let id = events.lastID { last(id) }
        // The number of received events depends on timing, so it is not part of the outcome.
        return "\(status) stream \(input.method == "GET" ? "" : events.words)"
    }

    func finish() async throws {
        for _ in 0..<1_000 where server.openStreamCount > 0 { await Task.yield() }
    }

    private func respond(to input: FuzzInput, event: String) async throws -> MCPHTTPResponse {
        var request = HTTPRequest(method: HTTPRequest.Method(input.method) ?? .post, scheme: "http", authority: "localhost", path: "/mcp")
        let session = session.withLock { $0 }
        for field in input.fields {
            let value = field.value == Words.session ? session : field.value == Words.event ? event : field.value
            if let name = HTTPField.Name(field.name) { request.headerFields.append(HTTPField(name: name, value: value)) }
        }
        let response = await server.respond(to: request, body: input.body, principal: "fuzz")
        guard response.head.status.code < 500 else { throw FuzzFailure("\(response.head.status.code)", input) }
        if response.head.status == .noContent {
            // That session has ended, and the next inputs need another.
            let next = try await Self.handshake(server)
            self.session.withLock { $0 = next }
        }
        return response
    }

    /// All frames of a call's stream. For a subscription only the first frame, and for a stream that stays open the frames that are
    /// available.
    private static func frames(_ stream: EventStream, isOpenEnded: Bool) async -> [UInt8] {
        let reading = Task.immediate {
            var bytes: [UInt8] = []
            for await frame in stream {
                bytes += frame
                if String(decoding: frame, as: UTF8.self).contains("acknowledged") { break }
            }
            return bytes
        }
        if isOpenEnded {
            for _ in 0..<3 { await Task.yield() }
            reading.cancel()
        }
        return await reading.value
    }

    /// A short description of a response: the code and the beginning of an error, or the members of a result.
    static func words(_ bytes: [UInt8], _ input: FuzzInput) throws -> String {
        guard let answer = try? JSONValue(parsing: bytes) else { throw FuzzFailure("the answer is not JSON", input) }
        if let all = answer.array { return "batch \(all.isEmpty ? "empty" : try words(all[0].serialized, input))" }
        guard answer["jsonrpc"]?.string == "2.0" else { throw FuzzFailure("the answer is not a message", input) }
        if let error = answer["error"] {
            guard let code = error["code"]?.int, let message = error["message"]?.string, !message.isEmpty else {
                throw FuzzFailure("an error without code or message", input)
            }
            return "\(code) \(message.prefix { $0.isLetter || $0 == " " || $0 == "-" || $0 == "/" }.prefix(48))"
        }
        if let method = answer["method"]?.string { return method }
        guard let result = answer["result"]?.object else { throw FuzzFailure("neither result nor error", input) }
        return "result " + result.map(\.key).sorted().joined(separator: " ")
    }

    private static func handshake(_ server: MCPServer<String>) async throws -> String {
        let body =
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"f","version":"1"}}}"#
        let input = FuzzInput(.request, fields: [("Content-Type", "application/json")], body)
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/mcp", headerFields: [.contentType: "application/json"])
        let response = await server.respond(to: request, body: input.body, principal: "fuzz")
        guard let name = HTTPField.Name("Mcp-Session-Id"), let session = response.head.headerFields[name] else {
            throw FuzzFailure("no session", input)
        }
        return session
    }
}
