import JSON
import Synchronization

/// One connection over standard input and output: lines in, lines out, in both eras.
///
/// Calls run side by side and may be answered in any order; each line is written whole.
public final class StdioConnection<Principal: Sendable>: Sendable {
    private let server: MCPServer<Principal>
    private let principal: Principal
    private let intake: Mutex<StdioIntake>
    private let running = Mutex<[RequestID: Task<Answer, Never>]>([:])
    private let output: MessageQueue

    /// - Parameter principal: who asks on this connection.
    public init(_ server: MCPServer<Principal>, principal: Principal) {
        self.server = server
        self.principal = principal
        intake = Mutex(StdioIntake(served: server.served, settings: server.settings))
        output = MessageQueue(limit: server.settings.streamBufferCount)
    }

    /// Serves until the input ends, or until writing fails. To be called once.
    ///
    /// At the end of the input, calls may go on for the settings' drain time and are then cancelled.
    /// - Parameters:
    ///   - input: bytes as they come, cut anywhere.
    ///   - write: writes one line, with its line feed; never called twice at the same time.
    public func run<Input: AsyncSequence & Sendable>(
        _ input: Input, write: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws where Input.Element == [UInt8] {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [output] in
                // Without a writer nobody waits for room.
                defer { output.close() }
                while let line = await output.next() { try await write(line) }
            }
            group.addTask {
                try await self.read(input)
                self.output.finish()
            }
            try await group.waitForAll()
        }
    }

    /// Whose end a child task reports.
    private enum Ended { case call, drain }

    private func read<Input: AsyncSequence>(_ input: Input) async throws where Input.Element == [UInt8] {
        try await withThrowingTaskGroup(of: Ended.self) { group in
            var splitter = LineSplitter(limit: server.settings.jsonLimits.maximumByteCount)
            var count = 0
            for try await bytes in input {
                for line in splitter.add(bytes) {
                    guard let work = try await take(line) else { continue }
                    if count >= server.settings.maximumConcurrentCalls, try await group.next() != nil { count -= 1 }
                    count += 1
                    group.addTask {
                        await work()
                        return .call
                    }
                }
            }
            if let line = splitter.finish(), let work = try await take(line) { await work() }
            try await drain(&group, count)
        }
    }

    /// Waits for running calls, and cancels those that take too long.
    private func drain(_ group: inout ThrowingTaskGroup<Ended, any Error>, _ count: Int) async throws {
        var count = count
        group.addTask { [settings = server.settings] in
            // Cancelled when all calls ended before.
            try? await settings.clock.sleep(for: settings.drainTimeout)
            return .drain
        }
        while count > 0, let ended = try await group.next() {
            if ended == .call { count -= 1 } else { group.cancelAll() }
        }
        group.cancelAll()
    }

    /// Takes a line in its order; what it starts is returned as work, which may run beside others.
    private func take(_ line: LineSplitter.Line) async throws -> (@Sendable () async -> Void)? {
        switch intake.withLock({ $0.read(line) }) {
        case .nothing: return nil
        case .reply(let message):
            try await output.send(Self.line(message))
            return nil
        case .cancel(let id):
            running.withLock { $0.removeValue(forKey: id) }?.cancel()
            return nil
        case .run(let call): return try await start(call)
        case .runBatch(let entries):
            return { [server, principal, output] in
                let answers = await server.answers(entries, .unnamed, principal: principal, deadline: nil)
                await Self.write(BatchEntry.join(answers.map(\.message)), to: output)
            }
        }
    }

    private func start(_ call: Call) async throws -> (@Sendable () async -> Void)? {
        let task = running.withLock { running -> Task<Answer, Never>? in
            guard running[call.id] == nil else { return nil }
            let task = Task { [server, principal, output] in
                await server.answer(call, principal: principal, deadline: nil, outlet: LineOutlet(output: output))
            }
            running[call.id] = task
            return task
        }
        guard let task else {
            try await output.send(Self.line(MessageEncoder.error(call.id, .invalidRequest("A request with this id is running"))))
            return nil
        }
        return { [self] in
            let answer = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            // A cancelled call has no response.
            let isWanted = running.withLock { running in
                guard running[call.id] == task else { return false }
                running[call.id] = nil
                return true
            }
            guard isWanted else { return }
            await Self.write(answer.message, to: output)
        }
    }

    private static func write(_ message: [UInt8], to output: MessageQueue) async {
        // Fails only when the connection is over, and then nobody is there to be told.
        try? await output.send(line(message))
    }

    fileprivate static func line(_ message: [UInt8]) -> [UInt8] { EventFrame.singleLine(message) + [0x0A] }

    /// Messages of a call before its response.
    private struct LineOutlet: Outlet {
        let output: MessageQueue

        func send(_ message: [UInt8]) async throws { try await output.send(StdioConnection.line(message)) }
    }
}
