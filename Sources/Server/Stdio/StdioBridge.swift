import AsyncHTTPClient
import JSON
import MCP
import NIOCore
import NIOHTTP1
import Synchronization

/// Carries the protocol between standard input and output and the endpoint of a running server, for clients that speak stdio alone.
package enum StdioBridge {
    /// Messages that are on their way at the same time.
    private static let maximumConcurrentMessages = 16
    /// Unit: bytes of one answer.
    private static let maximumAnswer = 16 * 1_048_576

    /// Serves until the end of the input.
    /// - Parameters:
    ///   - url: of the endpoint, `https://gate.example.org/api/mcp`; an origin alone means its main workspace.
    ///   - key: sent as bearer token with every message.
    package static func run(to url: String, key: String) async throws {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            try await carry(BridgeRequest(url: endpoint(url), key: key), with: client)
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    private static func endpoint(_ url: String) -> String {
        let path = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2).first?.drop { $0 != "/" } ?? ""
        return path.isEmpty ? url + "/api/mcp" : path == "/" ? url + "api/mcp" : url
    }

    private static func carry(_ request: BridgeRequest, with client: HTTPClient) async throws {
        var splitter = LineSplitter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            var count = 0
            for try await bytes in StandardInput() {
                for case .complete(let line) in splitter.add(bytes) {
                    guard let head = request.headers(for: line) else { continue }
                    if head.isHandshake {
                        // What follows needs the revision that the answer names.
                        try await exchange(head, line, request, client)
                        continue
                    }
                    if count >= maximumConcurrentMessages { try await group.next() } else { count += 1 }
                    group.addTask { try await exchange(head, line, request, client) }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func exchange(_ head: BridgeRequest.Head, _ line: [UInt8], _ request: BridgeRequest, _ client: HTTPClient) async throws {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers = head.fields
        outgoing.body = .bytes(ByteBuffer(bytes: line))
        let response: HTTPClientResponse
        do {
            response = try await client.execute(outgoing, timeout: .minutes(10))
        } catch {
            guard let id = head.id else { return }
            return try await StandardOutput.write(failure(id, "the server at \(request.url) cannot be reached"))
        }
        if response.headers.first(name: "content-type")?.hasPrefix("text/event-stream") == true {
            var events = LineSplitter(limit: maximumAnswer)
            for try await part in response.body {
                for case .complete(let text) in events.add(part.readableBytesView) where text.starts(with: "data: ".utf8) {
                    try await StandardOutput.write(Array(text.dropFirst(6)) + [UInt8(ascii: "\n")])
                }
            }
        } else {
            let body = Array(buffer: try await response.body.collect(upTo: maximumAnswer))
            guard !body.isEmpty else { return }
            if head.isHandshake { request.learn(from: body) }
            // What is no message of the protocol (a proxy's page) must not reach the client's parser.
            let isMessage = (try? JSONValue(parsing: body, limits: JSONLimits(maximumByteCount: maximumAnswer, maximumDepth: 64)))?["jsonrpc"] != nil
            if isMessage {
                try await StandardOutput.write(body.filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")])
            } else if let id = head.id {
                try await StandardOutput.write(failure(id, "the server answered with HTTP status \(response.status.code)"))
            }
        }
    }

    private static func failure(_ id: JSONValue, _ reason: String) -> [UInt8] {
        let message: JSONValue = ["jsonrpc": "2.0", "id": id, "error": ["code": -32603, "message": .string(reason)]]
        return message.serialized + [UInt8(ascii: "\n")]
    }
}

/// The header fields that a message needs over HTTP, read from the message itself.
private final class BridgeRequest: Sendable {
    struct Head {
        let fields: HTTPHeaders
        /// Nil for a notification.
        let id: JSONValue?
        let isHandshake: Bool
    }

    let url: String
    private let key: String
    private let revision = Mutex<String?>(nil)

    init(url: String, key: String) {
        self.url = url
        self.key = key
    }

    /// Nil for a line that is no message.
    func headers(for line: [UInt8]) -> Head? {
        // A line that cannot be read has no answer to wait for.
        guard let message = try? JSONValue(parsing: line) else { return nil }
        var fields: HTTPHeaders = [
            "authorization": "Bearer \(key)", "content-type": "application/json", "accept": "application/json, text/event-stream",
        ]
        let method = message["method"]?.string ?? ""
        let parameters = message["params"]
        if let modern = parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string {
            fields.add(name: "mcp-protocol-version", value: modern)
            fields.add(name: "mcp-method", value: method)
            if let name = (parameters?["name"] ?? parameters?["uri"])?.string { fields.add(name: "mcp-name", value: name) }
        } else if method != "initialize", let revision = revision.withLock({ $0 }) {
            fields.add(name: "mcp-protocol-version", value: revision)
        }
        return Head(fields: fields, id: message["id"], isHandshake: method == "initialize")
    }

    /// The revision that the handshake agreed on.
    func learn(from answer: [UInt8]) {
        // An answer that cannot be read names no revision.
        let agreed = (try? JSONValue(parsing: answer))?["result"]?["protocolVersion"]?.string
        if let agreed { revision.withLock { $0 = agreed } }
    }
}
