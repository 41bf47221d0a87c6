import JSON
import Synchronization

/// One client on one connection, in both eras. It takes and produces messages and is independent of the transport.
///
/// Calls run concurrently, and their responses may come in any order.
final class MessageConnection<Principal: Sendable>: Sendable {
    /// Framed messages for the client.
    let output: MessageQueue
    private let server: MCPServer<Principal>
    private let principal: Principal
    private let peer: ConnectionPeer
    private let frame: @Sendable ([UInt8]) -> [UInt8]
    private let intake: Mutex<ConnectionMessageReader>
    private let running = Mutex<[RequestID: Task<EncodedResponse?, Never>]>([:])

    /// - Parameters:
    ///   - settings: the server's settings, with the limits of this connection's messages.
    ///   - frame: encodes a message for the connection.
    init(_ server: MCPServer<Principal>, principal: Principal, settings: MCPSettings, frame: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.server = server
        self.principal = principal
        self.frame = frame
        peer = ConnectionPeer(audiences: server.continuity?.audiences(principal) ?? [], bounds: server.settings.bounds)
        intake = Mutex(ConnectionMessageReader(served: server.served, settings: settings, peer: peer))
        output = MessageQueue(limit: server.settings.streamBufferCount)
    }

    /// Processes the messages in order. Returns the work that a message starts; such work may run concurrently with other work.
    func take(_ line: LineSplitter.Line) async throws -> (@Sendable () async -> Void)? {
        switch intake.withLock({ $0.read(line) }) {
        case .nothing: return nil
        case .reply(let message):
            try await output.send(frame(message))
            return nil
        case .cancel(let id):
            running.withLock { $0.removeValue(forKey: id) }?.cancel()
            return nil
        case .answer(let id, let message):
            peer.pending.answer(id, message)
            return nil
        case .initialized:
            server.node?.board.add(peer.news)
            return nil
        case .run(let call): return try await start(call)
        case .runBatch(let entries):
            return { [self] in
                let responses = await server.performInOrder(entries, .unnamed, principal: principal, deadline: nil)
                await write(BatchEntry.join(responses.map(\.message)))
            }
        }
    }

    /// Sends change notifications to the legacy client until the task is cancelled.
    func tellNews() async {
        let signal = Signal()
        peer.news.onNews { signal.raise() }
        while !Task.isCancelled {
            for subject in peer.news.take() {
                let message = await peer.news.notification(subject) { [server, principal] in
                    await server.resources?.tellsChanges(of: $0, topic: $1, to: principal) ?? false
                }
                if let message { await write(message) }
            }
            await signal.wait()
        }
    }

    /// Cancels the running calls and closes the output.
    func close() {
        server.node?.board.remove(peer.news)
        let tasks = running.withLock { running in
            defer { running = [:] }
            return Array(running.values)
        }
        for task in tasks { task.cancel() }
        output.close()
    }

    private func start(_ call: Call) async throws -> (@Sendable () async -> Void)? {
        let task = running.withLock { running -> Task<EncodedResponse?, Never>? in
            guard running[call.id] == nil else { return nil }
            let task = Task<EncodedResponse?, Never> { [self] in
                if call.method == .listen {
                    await serve(call)
                    return nil
                }
                return await server.perform(call, principal: principal, deadline: nil, sink: ConnectionSink(output: output, frame: frame))
            }
            running[call.id] = task
            return task
        }
        if call.method == .listen, task != nil { return nil }
        guard let task else {
            try await output.send(frame(MessageEncoder.error(call.id, .invalidRequest("A request with this id is running"))))
            return nil
        }
        return { [self] in
            let answer = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            // A cancelled call gets no response.
            let isWanted = running.withLock { running in
                guard running[call.id] == task else { return false }
                running[call.id] = nil
                return true
            }
            guard isWanted, let answer else { return }
            await write(answer.message)
        }
    }

    /// Serves a subscription. It runs beside the calls, because it may stay open as long as the connection.
    private func serve(_ call: Call) async {
        let answer = await listen(call)
        running.withLock { $0[call.id] = nil }
        if let answer { await write(answer.message) }
    }

    /// Sends the messages of a subscription and returns its response. Nil when the client has cancelled it.
    private func listen(_ call: Call) async -> EncodedResponse? {
        let subscription: Subscription
        do { subscription = try await server.subscription(call, principal: principal) } catch {
            return server.encode(error, id: call.id, revision: call.revision)
        }
        defer { subscription.close() }
        while let item = await subscription.next() {
            switch item {
            case .message(let message): await write(message)
            case .silence: continue
            case .end(let message):
                await write(message)
                await write(
                    MessageEncoder.notification("notifications/cancelled") { writer in
                        writer.key("requestId")
                        call.id.write(into: &writer)
                    })
            }
        }
        return nil
    }

    private func write(_ message: [UInt8]) async {
        // Sending fails only after the connection has ended, when the client cannot be notified.
        try? await output.send(frame(message))
    }

    /// Sends the messages that a call produces before its response.
    private struct ConnectionSink: MessageSink {
        let output: MessageQueue
        let frame: @Sendable ([UInt8]) -> [UInt8]

        func send(_ message: [UInt8]) async throws { try await output.send(frame(message)) }
    }
}
