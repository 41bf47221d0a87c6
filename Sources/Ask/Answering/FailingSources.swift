import Access
import Store
import Synchronization

/// Data sources that failed recently, by caller. A source that is slow because of one caller's rights is not skipped for others.
final class FailingSources: Sendable {
    /// How long a failure is remembered.
    private static let timeToLive = Duration.seconds(60)
    /// Most remembered failures. Unit: data sources of one caller each.
    private static let capacity = 1_024

    private struct Key: Hashable {
        let workspace: WorkspaceID
        let source: String
        let holder: String

        init(_ source: String, _ caller: Caller) { (workspace, self.source, holder) = (caller.workspace.id, source, caller.accountKey) }
    }

    private let failures = Mutex<[Key: (refusal: Refusal, time: ContinuousClock.Instant)]>([:])

    func check(_ source: String, for caller: Caller) throws(Refusal) {
        let known = failures.withLock { $0[Key(source, caller)] }
        if let known, ContinuousClock.now - known.time < Self.timeToLive { throw known.refusal }
    }

    func note(_ source: String, for caller: Caller, _ refusal: Refusal) {
        guard refusal.code == .limited || refusal.code == .sourceFailed else { return }
        let now = ContinuousClock.now
        failures.withLock { failures in
            failures = failures.filter { now - $0.value.time < Self.timeToLive }
            if failures.count < Self.capacity { failures[Key(source, caller)] = (refusal, now) }
        }
    }
}
