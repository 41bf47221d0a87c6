import MCP

/// What happens beside a long call's work: it reports progress, and after a while it continues as a task.
enum LongCall {
    /// How long a client waits before its call becomes a task. Unit: seconds.
    static let patience = 5

    /// - Parameters:
    ///   - length: of the tool's calls; a short one never becomes a task.
    ///   - clock: counts the seconds.
    static func run<Answer: Sendable>(
        _ tool: String, _ length: ToolLength, _ context: CallContext, clock: any Clock<Duration> = ContinuousClock(),
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let mayBeTask = context.mayBeginTask && length != .short
        guard context.wantsProgress || mayBeTask else { return try await work() }
        return try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await tell(tool, context, clock, mayBeTask: mayBeTask)
                return nil
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let ended { return ended }
            }
            throw CancellationError()
        }
    }

    /// Counts the seconds for the client, until it is cancelled.
    private static func tell(_ tool: String, _ context: CallContext, _ clock: any Clock<Duration>, mayBeTask: Bool) async throws {
        var seconds = 0
        while true {
            try await clock.sleep(for: .seconds(1))
            seconds += 1
            if mayBeTask, seconds == patience { try await context.beginTask("\(tool) is running") }
            try await context.progress(Double(seconds), message: "\(tool) has been running for \(seconds) s")
        }
    }
}
