import Synchronization

/// Tests event streams. Every event must be one message on one line. Valid, changed and invented event ids must resume a stream or be
/// refused.
final class StreamTarget: FuzzTarget {
    private let requests: RequestTarget
    /// The last id that any stream sent.
    private let event = Mutex("")

    init() async throws { requests = try await RequestTarget() }

    func send(_ input: FuzzInput) async throws -> String {
        try await requests.send(input, event: event.withLock { $0 }) { id in event.withLock { $0 = id } }
    }

    func finish() async throws { try await requests.finish() }
}
