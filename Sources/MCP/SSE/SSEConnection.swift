import Synchronization

/// An open HTTP+SSE stream and the calls that its client posted.
final class SSEConnection<Principal: Sendable>: Sendable {
    private struct State: Sendable {
        var count = 0
        var news: Task<Void, Never>?
        var tick: Int?
        var slot: StreamCounter.Slot?
    }

    let name = RandomName.make()
    private let node: Node
    private let connection: MessageConnection<Principal>
    private let state: Mutex<State>

    init(_ server: MCPServer<Principal>, principal: Principal, owner: String, node: Node, slot: StreamCounter.Slot) {
        self.node = node
        connection = MessageConnection(server, principal: principal, settings: server.settings) { EventFrame.message($0) }
        state = Mutex(State(slot: slot))
        let output = connection.output
        let continuity = server.continuity
        let look: @Sendable () -> Void = {
            output.offer(EventFrame.keepAlive)
            // This task ends by itself.
            Task { if await continuity?.isCurrent(principal) != true { output.finish() } }
        }
        let tick = node.openStreams.add(of: continuity?.audiences(principal) ?? [], look: look, end: { output.finish() })
        let news = Task { [connection] in await connection.tellNews() }
        state.withLock { state in
            state.tick = tick
            state.news = news
        }
        node.connections.add(ConnectionTable.Door(owner: owner) { [weak self] in await self?.take($0) ?? false }, name)
    }

    func next() async -> [UInt8]? { await connection.output.next() }

    func close() {
        node.connections.remove(name)
        let (tick, news) = state.withLock { state in
            defer {
                state.tick = nil
                state.slot = nil
            }
            return (state.tick, state.news)
        }
        if let tick { node.openStreams.remove(tick) }
        news?.cancel()
        connection.close()
    }

    private func take(_ body: [UInt8]) async -> Bool {
        let isAdmitted = state.withLock { state in
            guard state.count < node.settings.maximumConcurrentCalls else { return false }
            state.count += 1
            return true
        }
        guard isAdmitted else { return false }
        // The POST request does not wait for the call, because the client may have to post the answer to a question of that call.
        Task {
            // Fails only when the connection has ended.
            if let work = try? await connection.take(.complete(body)) { await work() }
            state.withLock { $0.count -= 1 }
        }
        return true
    }
}

/// The frames of an HTTP+SSE stream.
final class SSEFrames<Principal: Sendable>: FrameSource {
    private let connection: SSEConnection<Principal>
    private let opening: Mutex<[UInt8]?>

    /// - Parameter opening: the first frame.
    init(_ connection: SSEConnection<Principal>, opening: [UInt8]) {
        self.connection = connection
        self.opening = Mutex(opening)
    }

    func next() async -> [UInt8]? {
        let first = opening.withLock { opening in
            defer { opening = nil }
            return opening
        }
        if let first { return first }
        return await connection.next()
    }

    func end() { connection.close() }
}
