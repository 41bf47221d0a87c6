import Access
import Store
import Synchronization

/// Data sources that failed a short while ago.
final class FailingSources: Sendable {
    /// How long a failure is remembered.
    private static let timeToLive = Duration.seconds(60)
    /// Unit: data sources.
    private static let capacity = 1_024

    private struct Key: Hashable {
        let workspace: WorkspaceID
        let source: String
    }

    private let failures = Mutex<[Key: (refusal: Refusal, time: ContinuousClock.Instant)]>([:])

    func check(_ source: String, in workspace: WorkspaceID) throws(Refusal) {
        let known = failures.withLock { $0[Key(workspace: workspace, source: source)] }
        if let known, ContinuousClock.now - known.time < Self.timeToLive { throw known.refusal }
    }

    func note(_ source: String, in workspace: WorkspaceID, _ refusal: Refusal) {
        guard refusal.code == .limited || refusal.code == .sourceFailed else { return }
        let now = ContinuousClock.now
        failures.withLock { failures in
            failures = failures.filter { now - $0.value.time < Self.timeToLive }
            if failures.count < Self.capacity { failures[Key(workspace: workspace, source: source)] = (refusal, now) }
        }
    }
}
