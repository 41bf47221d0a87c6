import JSON
import MCP
import Outbound
import Synchronization

/// Relays messages between standard input and output and the endpoint of a running server, for clients that support only stdio.
package final class StdioBridge: Sendable {
    private struct State: Sendable {
        /// The revision negotiated in the handshake.
        var revision: String?
        var session: String?
        /// Calls that wait for their responses, by the text of their ids.
        var calls: [String: Call] = [:]
        /// The stream of messages that the server initiates.
        var listener: Task<Void, any Error>?
    }

    private struct Call: Sendable {
        let task: Task<Void, any Error>
        let isModern: Bool
        /// Whether its response is a stream that stays open.
        let staysOpen: Bool
        /// Whether the client has cancelled the call.
        var isCancelled = false
    }

    /// Most concurrent calls.
    private static let maximumCalls = 16
    /// Largest response. Unit: bytes.
    private static let maximumResponse = 16 * 1_048_576

    /// The longest time without a byte of a call's response.
    private static let callSilence = Duration.seconds(600)
    /// The longest time without a byte of a stream that stays open. The server sends something every fifteen seconds.
    private static let streamSilence = Duration.seconds(60)

    private let url: String
    private let key: String
    private let calls: OutboundClient
    private let streams: OutboundClient
    private let state = Mutex(State())

    private init(url: String, key: String) {
        self.url = url
        self.key = key
        // The person at the terminal chose the server: it may be on this machine, or in the network beside it.
        let permits = HostPermit(hostOf: url, reach: .privateNetworks)
        calls = OutboundClient(permits: permits, keepsConnections: true)
        streams = OutboundClient(permits: permits)
    }

    /// Serves until the end of the input.
    /// - Parameters:
    ///   - url: the URL of the endpoint, `https://gate.example.org/api/mcp`. An origin alone means its main workspace.
    ///   - key: sent as a bearer token with every message.
    /// - Throws: ``OutboundError`` for a URL that cannot be called, before anything is read.
    package static func run(to url: String, key: String) async throws {
        let bridge = StdioBridge(url: endpoint(url), key: key)
        try bridge.calls.check(bridge.url)
        try await bridge.relay()
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
                    case .request where message.staysOpen: begin(message)
                    case .request:
                        if started >= Self.maximumCalls { try await group.next() } else { started += 1 }
                        let call = begin(message)
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
            for stream in state.withLock({ state in state.calls.values.filter(\.staysOpen).map(\.task) + [state.listener].compactMap(\.self) }) {
                stream.cancel()
            }
            try await group.waitForAll()
        }
        try await endSession()
    }

    // MARK: Calls

    @discardableResult
    private func begin(_ message: BridgeRequest) -> Task<Void, any Error> {
        let id = message.id?.description ?? ""
        return state.withLock { state in
            let task = Task {
                try await self.forward(message)
                self.state.withLock { $0.calls[id] = nil }
            }
            state.calls[id] = Call(task: task, isModern: message.modernRevision != nil, staysOpen: message.staysOpen)
            return task
        }
    }

    /// Ends a call of revision 2026-07-28 or later, which over HTTP is cancelled by leaving its response; returns false for any other.
    private func abandonCall(_ id: JSONValue) -> Bool {
        let call = state.withLock { state in
            state.calls[id.description]?.isCancelled = true
            return state.calls[id.description]
        }
        guard let call, call.isModern else { return false }
        call.task.cancel()
        return true
    }

    /// Sends a message and writes its response.
    private func forward(_ message: BridgeRequest) async throws {
        do {
            let response = try await send(.post, message)
            if message.kind == .handshake { state.withLock { $0.session = response.header("mcp-session-id") } }
            if response.type == Self.eventStream {
                guard try await copyEvents(of: response).endsWithResponse || message.id == nil else {
                    throw OutboundError(.unreachable, "the stream ended before the response")
                }
            } else {
                try await copyBody(of: response, to: message)
            }
        } catch let error as StandardOutput.Closed {
            throw error
        } catch {
            guard let id = message.id, !Task.isCancelled, !state.withLock({ $0.calls[id.description]?.isCancelled == true }) else { return }
            let reason = (error as? OutboundError)?.reason ?? "it cannot be read"
            try await StandardOutput.write(Self.failure(id, "no response from \(url): \(reason)"))
        }
    }

    private func send(
        _ method: OutboundRequest.Method, _ message: BridgeRequest?, after event: String? = nil
    ) async throws(OutboundError) -> OutboundStream {
        let (revision, session) = state.withLock { ($0.revision, $0.session) }
        let accepted = method == .get ? Self.eventStream : "application/json, \(Self.eventStream)"
        var headers = [("authorization", "Bearer \(key)"), ("accept", accepted)]
        if let modern = message?.modernRevision ?? (message?.kind == .handshake ? nil : revision) { headers.append(("mcp-protocol-version", modern)) }
        if let session, message?.modernRevision == nil { headers.append(("mcp-session-id", session)) }
        // Without an id that cannot be sent, the stream begins with the next message.
        if let event, OutboundRequest.isValidHeader(name: "last-event-id", value: event) { headers.append(("last-event-id", event)) }
        if let message { headers += message.repeatedFields + [("content-type", "application/json")] }
        let staysOpen = method == .get || message?.staysOpen == true
        let silence = staysOpen ? Self.streamSilence : Self.callSilence
        let request = OutboundRequest(
            method: method, url: url, headers: headers, body: message?.line, deadline: silence, maximumBody: Self.maximumResponse)
        return try await (staysOpen ? streams : calls).open(request, silence: silence)
    }

    // MARK: Responses

    private static let eventStream = "text/event-stream"

    private func copyBody(of response: OutboundStream, to message: BridgeRequest) async throws {
        let body = try await response.body()
        // A body that is not JSON-RPC, such as a proxy's page, must not reach the client's parser.
        let answer = Self.parse(body)
        if message.kind == .handshake, let agreed = answer?["result"]?["protocolVersion"]?.string { state.withLock { $0.revision = agreed } }
        // The response to a batch is an array, and a batch has no id.
        guard let id = message.id ?? answer?.array.map({ _ in .null }) else { return }
        guard answer?["jsonrpc"] != nil || answer?.array != nil else {
            try await StandardOutput.write(Self.failure(id, "the server answered with HTTP status \(response.status)"))
            return
        }
        if answer?.array != nil || answer?["id"] == id {
            try await StandardOutput.write(Self.line(body))
        } else if let error = answer?["error"]?.object {
            // A refusal of a message that was not read has no id, and the client waits for one with the id of its call.
            try await StandardOutput.write(Self.line(["jsonrpc": "2.0", "id": id, "error": .object(error)]))
        } else {
            try await StandardOutput.write(Self.failure(id, "the server's response is to another request"))
        }
    }

    /// Writes the messages of a stream; returns the id of its last event, and whether that had a response.
    /// - Throws: `bad_answer` for an event that is not JSON-RPC.
    @discardableResult
    private func copyEvents(of response: OutboundStream) async throws -> (id: String?, endsWithResponse: Bool) {
        var (last, endsWithResponse) = (String?.none, false)
        try await response.events { event in
            last = event.id
            endsWithResponse = false
            // The event that opens a stream has no message.
            guard !event.data.isEmpty else { return }
            let message = Self.parse(event.data)
            guard message?["jsonrpc"] != nil || message?.array != nil else { throw OutboundError(.badAnswer, "an event of its stream is no message") }
            endsWithResponse = message?["result"] != nil || message?["error"] != nil || message?.array != nil
            try await StandardOutput.write(Self.line(event.data))
        }
        return (last, endsWithResponse)
    }

    private static func parse(_ bytes: [UInt8]) -> JSONValue? {
        // What is not JSON has no members.
        try? JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: maximumResponse, maximumDepth: 64))
    }

    private static func line(_ message: JSONValue) -> [UInt8] { message.serialized + [UInt8(ascii: "\n")] }

    /// A message as one line: line ends between its tokens say nothing.
    private static func line(_ message: [UInt8]) -> [UInt8] {
        message.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } + [UInt8(ascii: "\n")]
    }

    // MARK: The session

    /// Reads the session's stream of messages that the server initiates, until the end of the input.
    private func listenToServerMessages() {
        guard state.withLock({ $0.session }) != nil else { return }
        let task = Task {
            var last: String?
            while !Task.isCancelled {
                do {
                    let response = try await send(.get, nil, after: last)
                    guard response.status == 200, response.type == Self.eventStream else { return }
                    last = try await copyEvents(of: response).id ?? last
                } catch is StandardOutput.Closed {
                    return
                } catch {
                    // The connection was lost and is opened again.
                }
                // The sleep throws at the end of the input.
                try await Task.sleep(for: .seconds(1))
            }
        }
        state.withLock { state in
            state.listener?.cancel()
            state.listener = task
        }
    }

    private func endSession() async throws {
        guard state.withLock({ $0.session }) != nil else { return }
        // A session that cannot be ended here expires.
        _ = try? await send(.delete, nil)
    }

    private static func failure(_ id: JSONValue, _ reason: String, code: Int64 = -32603) -> [UInt8] {
        line(["jsonrpc": "2.0", "id": id, "error": ["code": .number(JSONNumber(code)), "message": .string(reason)]])
    }
}
