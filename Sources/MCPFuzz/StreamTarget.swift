import Synchronization

/// Event streams: every event is one message on one line, and ids that were given, changed and made up resume something or are refused.
final class StreamTarget: FuzzTarget {
    private let requests: RequestTarget
    /// The last id that any stream gave.
    private let event = Mutex("")

    init() async throws { requests = try await RequestTarget() }

    func send(_ input: FuzzInput) async throws -> String {
        try await requests.send(input, event: event.withLock { $0 }) { id in event.withLock { $0 = id } }
    }

    func finish() async throws { try await requests.finish() }
}
