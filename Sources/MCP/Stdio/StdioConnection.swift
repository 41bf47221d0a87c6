import JSON

/// One connection over standard input and output, with one message per line, in both eras.
///
/// Calls run concurrently, and their responses may come in any order. Each line is written as a whole.
public final class StdioConnection<Principal: Sendable>: Sendable {
    private let settings: MCPSettings
    private let connection: MessageConnection<Principal>

    /// - Parameter principal: the client of this connection.
    public init(_ server: MCPServer<Principal>, principal: Principal) {
        var settings = server.settings
        settings.jsonLimits.maximumByteCount = settings.maximumLineByteCount
        self.settings = settings
        connection = MessageConnection(server, principal: principal, settings: settings) { EventFrame.singleLine($0) + [0x0A] }
    }

    /// Serves until the input ends or writing fails. Call it once.
    ///
    /// At the end of the input, calls may continue for the settings' drain time and are then cancelled.
    /// - Parameters:
    ///   - input: bytes in chunks of any size.
    ///   - write: writes one line, including its line feed. It is never called concurrently.
    public func run<Input: AsyncSequence & Sendable>(
        _ input: Input, write: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws where Input.Element == [UInt8] {
        let news = Task { [connection] in await connection.tellNews() }
        defer {
            news.cancel()
            connection.close()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [output = connection.output] in
                // After the writer has ended, no sender must wait for space.
                defer { output.close() }
                while let line = await output.next() { try await write(line) }
            }
            group.addTask {
                try await self.read(input)
                self.connection.output.finish()
            }
            try await group.waitForAll()
        }
    }

    /// What a child task reports: the end of a call or of the drain time.
    private enum Ended { case call, drain }

    private func read<Input: AsyncSequence>(_ input: Input) async throws where Input.Element == [UInt8] {
        try await withThrowingTaskGroup(of: Ended.self) { group in
            var splitter = LineSplitter(limit: settings.jsonLimits.maximumByteCount)
            var count = 0
            for try await bytes in input {
                for line in splitter.add(bytes) {
                    guard let work = try await connection.take(line) else { continue }
                    if count >= settings.maximumConcurrentCalls, try await group.next() != nil { count -= 1 }
                    count += 1
                    group.addTask {
                        await work()
                        return .call
                    }
                }
            }
            if let line = splitter.finish(), let work = try await connection.take(line) { await work() }
            try await drain(&group, count)
        }
    }

    /// Waits for running calls, and cancels them after the drain time.
    private func drain(_ group: inout ThrowingTaskGroup<Ended, any Error>, _ count: Int) async throws {
        var count = count
        group.addTask { [settings] in
            // The sleep is cancelled when all calls have ended.
            try? await settings.clock.sleep(for: settings.drainTimeout)
            return .drain
        }
        while count > 0, let ended = try await group.next() {
            if ended == .call { count -= 1 } else { group.cancelAll() }
        }
        group.cancelAll()
    }
}
