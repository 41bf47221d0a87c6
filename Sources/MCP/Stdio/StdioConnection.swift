import JSON

/// One connection over standard input and output, a message a line, in both eras.
///
/// Calls run concurrently and may be answered in any order; each line is written as a whole.
public final class StdioConnection<Principal: Sendable>: Sendable {
    private let settings: MCPSettings
    private let connection: MessageConnection<Principal>

    /// - Parameter principal: who asks on this connection.
    public init(_ server: MCPServer<Principal>, principal: Principal) {
        var settings = server.settings
        settings.jsonLimits.maximumByteCount = settings.maximumLineByteCount
        self.settings = settings
        connection = MessageConnection(server, principal: principal, settings: settings) { EventFrame.singleLine($0) + [0x0A] }
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
        let news = Task { [connection] in await connection.tellNews() }
        defer {
            news.cancel()
            connection.close()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [output = connection.output] in
                // Without a writer no sender waits for space.
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

    /// Whose end a child task reports.
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

    /// Waits for running calls, and cancels those that take too long.
    private func drain(_ group: inout ThrowingTaskGroup<Ended, any Error>, _ count: Int) async throws {
        var count = count
        group.addTask { [settings] in
            // Cancelled when all calls ended before.
            try? await settings.clock.sleep(for: settings.drainTimeout)
            return .drain
        }
        while count > 0, let ended = try await group.next() {
            if ended == .call { count -= 1 } else { group.cancelAll() }
        }
        group.cancelAll()
    }
}
