import AsyncHTTPClient
import JSON
import MCP
import NIOCore
import NIOHTTP1
import Synchronization

/// Relays messages between standard input and output and the endpoint of a running server, for clients that support only stdio.
package final class StdioBridge: Sendable {
    private struct State: Sendable {
        /// The revision negotiated in the handshake.
        var revision: String?
        var session: String?
        /// Calls that wait for their responses, by the text of their ids.
        var calls: [String: (task: Task<Void, any Error>, isModern: Bool)] = [:]
        /// Streams that stay open.
        var streams: [Task<Void, any Error>] = []
    }

    /// Most concurrent calls.
    private static let maximumCalls = 16
    /// Largest response. Unit: bytes.
    private static let maximumResponse = 16 * 1_048_576

    /// One year, because the HTTP client cannot disable its timeout.
    private static let noTimeout = TimeAmount.hours(24 * 365)

    private let url: String
    private let key: String
    private let client: HTTPClient
    private let state = Mutex(State())

    private init(url: String, key: String, client: HTTPClient) {
        self.url = url
        self.key = key
        self.client = client
    }

    /// Serves until the end of the input.
    /// - Parameters:
    ///   - url: the URL of the endpoint, `https://gate.example.org/api/mcp`. An origin alone means its main workspace.
    ///   - key: sent as a bearer token with every message.
    package static func run(to url: String, key: String) async throws {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            try await StdioBridge(url: endpoint(url), key: key, client: client).relay()
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

    private func relay() async throws {
        var splitter = LineSplitter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // After the first `maximumCalls` calls, each further call waits until one has ended.
            var started = 0
            for try await bytes in StandardInput() {
                for line in splitter.add(bytes) {
                    let message: BridgeRequest
                    do throws(BridgeRequest.InvalidMessage) { message = try BridgeRequest(line) } catch {
                        try await StandardOutput.write(Self.failure(.null, error.reason, code: error.code))
                        continue
                    }
                    switch message.kind {
                    case .request where message.staysOpen: begin(message, isStream: true)
                    case .request:
                        if started >= Self.maximumCalls { try await group.next() } else { started += 1 }
                        let call = begin(message, isStream: false)
                        group.addTask { try await call.value }
                    case .cancellation(let id) where abandonCall(id): continue
                    case .initialized:
                        try await forward(message)
                        listenToServerMessages()
                    case .handshake, .cancellation, .other:
                        // Later messages need the revision and session of the handshake, and answers to questions must not wait for calls.
                        try await forward(message)
                    }
                }
            }
            for stream in state.withLock({ $0.streams }) { stream.cancel() }
            try await group.waitForAll()
        }
        try await endSession()
    }

    // MARK: Calls

    @discardableResult
    private func begin(_ message: BridgeRequest, isStream: Bool) -> Task<Void, any Error> {
        let id = message.id?.description ?? ""
        return state.withLock { state in
            let task = Task {
                try await self.forward(message)
                self.state.withLock { $0.calls[id] = nil }
            }
            state.calls[id] = (task, message.modernRevision != nil)
            if isStream { state.streams.append(task) }
            return task
        }
    }

    /// Cancels a call of revision 2026-07-28 or later, whose response is no longer needed. Returns false for any other call.
    private func abandonCall(_ id: JSONValue) -> Bool {
        let call = state.withLock { state in
            state.calls[id.description].flatMap { $0.isModern ? $0.task : nil }
        }
        call?.cancel()
        return call != nil
    }

    /// Sends a message and writes its response.
    private func forward(_ message: BridgeRequest) async throws {
        do {
            let response = try await send(.POST, message)
            if message.kind == .handshake { state.withLock { $0.session = response.headers.first(name: "mcp-session-id") } }
            if response.isEventStream {
                try await copyEvents(of: response)
            } else {
                try await copyBody(of: response, to: message)
            }
        } catch let error as StandardOutput.Closed {
            throw error
        } catch {
            // A cancelled call gets no response.
            guard let id = message.id, !Task.isCancelled else { return }
            try await StandardOutput.write(Self.failure(id, "the server at \(url) cannot be reached"))
        }
    }

    private func send(_ method: HTTPMethod, _ message: BridgeRequest?, after event: String? = nil) async throws -> HTTPClientResponse {
        let (revision, session) = state.withLock { ($0.revision, $0.session) }
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers = ["authorization": "Bearer \(key)", "accept": method == .GET ? "text/event-stream" : "application/json, text/event-stream"]
        if message?.kind != .handshake, let revision { request.headers.add(name: "mcp-protocol-version", value: revision) }
        if let session, message?.modernRevision == nil { request.headers.add(name: "mcp-session-id", value: session) }
        if let event { request.headers.add(name: "last-event-id", value: event) }
        if let message {
            message.add(to: &request.headers)
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: message.line))
        }
        let staysOpen = method == .GET || message?.staysOpen == true
        return try await client.execute(request, timeout: staysOpen ? Self.noTimeout : .minutes(10))
    }

    // MARK: Responses

    private func copyBody(of response: HTTPClientResponse, to message: BridgeRequest) async throws {
        let body = Array(buffer: try await response.body.collect(upTo: Self.maximumResponse))
        guard !body.isEmpty else { return }
        // A body that is not JSON-RPC, such as a proxy's page, must not reach the client's parser.
        let answer = try? JSONValue(parsing: body, limits: JSONLimits(maximumByteCount: Self.maximumResponse, maximumDepth: 64))
        if message.kind == .handshake, let agreed = answer?["result"]?["protocolVersion"]?.string { state.withLock { $0.revision = agreed } }
        // The response to a batch is an array, and a batch has no id.
        guard let id = message.id ?? answer?.array.map({ _ in .null }) else { return }
        if answer?["jsonrpc"] != nil || answer?.array != nil {
            try await StandardOutput.write(body.filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")])
        } else {
            try await StandardOutput.write(Self.failure(id, "the server answered with HTTP status \(response.status.code)"))
        }
    }

    /// Writes the messages of a stream. Returns the id of its last event.
    @discardableResult
    private func copyEvents(of response: HTTPClientResponse) async throws -> String? {
        var lines = LineSplitter(limit: Self.maximumResponse)
        var last: String?
        for try await part in response.body {
            for case .complete(let line) in lines.add(part.readableBytesView) {
                if line.starts(with: "id: ".utf8) { last = String(decoding: line.dropFirst(4), as: UTF8.self) }
                // The event that opens a stream has no message.
                guard line.starts(with: "data: {".utf8) else { continue }
                try await StandardOutput.write(Array(line.dropFirst(6)) + [UInt8(ascii: "\n")])
            }
        }
        return last
    }

    // MARK: The session

    /// Reads the session's stream of messages that the server initiates, until the end of the input.
    private func listenToServerMessages() {
        guard state.withLock({ $0.session }) != nil else { return }
        let task = Task {
            var last: String?
            while !Task.isCancelled {
                do {
                    let response = try await send(.GET, nil, after: last)
                    guard response.status == .ok, response.isEventStream else { return }
                    last = try await copyEvents(of: response) ?? last
                } catch is StandardOutput.Closed {
                    return
                } catch {
                    // The connection was lost and is opened again.
                }
                // The sleep throws at the end of the input.
                try await Task.sleep(for: .seconds(1))
            }
        }
        state.withLock { $0.streams.append(task) }
    }

    private func endSession() async throws {
        guard state.withLock({ $0.session }) != nil else { return }
        // If ending the session fails, it expires.
        _ = try? await send(.DELETE, nil)
    }

    private static func failure(_ id: JSONValue, _ reason: String, code: Int64 = -32603) -> [UInt8] {
        let message: JSONValue = ["jsonrpc": "2.0", "id": id, "error": ["code": .number(JSONNumber(code)), "message": .string(reason)]]
        return message.serialized + [UInt8(ascii: "\n")]
    }
}

extension HTTPClientResponse {
    fileprivate var isEventStream: Bool { headers.first(name: "content-type")?.hasPrefix("text/event-stream") == true }
}
