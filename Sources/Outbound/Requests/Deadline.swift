/// Ends work at a deadline.
enum Deadline {
    /// What the body gives, or `too_slow`. The body is cancelled then, and has to honour it.
    static func run<Answer: Sendable>(within limit: Duration, _ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw OutboundError(.tooSlow, "no whole answer within \(limit.components.seconds) seconds")
            }
            defer { group.cancelAll() }
            // Two tasks were added: the first to end is there.
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
