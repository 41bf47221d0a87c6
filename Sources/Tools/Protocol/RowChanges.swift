import Access
import Store
import Synchronization
package import Workflows

/// Topics of ``RowsResource`` whose rows calls of this process have changed, until the subscribed clients are notified.
///
/// Each topic has its own timing, so that the time of a notification reveals nothing about changes in other collections, workspaces and
/// organizations.
package final class RowChanges: Sendable {
    /// Most topics; beyond that, no notifications are sent, but readers still see the changes.
    private static let limit = 10_000
    /// How long changes of a collection are collected after a notification about it.
    private static let batchInterval = Duration.milliseconds(500)

    /// The topics to announce at a given time.
    package struct Due: Sendable {
        package let topics: Set<String>
        /// When there are further topics to announce.
        package let next: ContinuousClock.Instant?
    }

    private struct State {
        var changed: Set<String> = []
        /// The earliest time of the next notification, by topic.
        var quiet: [String: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    /// Signalled when there are topics to announce.
    package let wakeSignal = WakeSignal()

    init() {}

    func add(_ more: [String]) {
        state.withLock { state in
            for topic in more where state.changed.count < Self.limit { state.changed.insert(topic) }
        }
        wakeSignal.ring()
    }

    /// Removes and returns the topics that may be announced now.
    package func take(at now: ContinuousClock.Instant = .now) -> Due {
        state.withLock { state in
            state.quiet = state.quiet.filter { $0.value > now }
            let topics = state.changed.filter { state.quiet[$0] == nil }
            state.changed.subtract(topics)
            for topic in topics { state.quiet[topic] = now + Self.batchInterval }
            return Due(topics: topics, next: state.changed.compactMap { state.quiet[$0] }.min())
        }
    }

    /// Removes and returns all topics.
    package func takeAll() -> Set<String> {
        state.withLock { state in
            defer { state.changed = [] }
            return state.changed
        }
    }
}

extension RequestPrincipal {
    /// Identifies the user, the client that acts for the user, and the workspace: only they may continue a session, a question or a task.
    /// It does not contain the token, because tokens are renewed. Nil without a credential.
    package var continuityKey: String? {
        let client: String
        switch caller.kind {
        case .anonymous: return nil
        case .apiKey(let id): client = "key \(id.rawValue)"
        case .application: client = "application"
        case .accessToken: client = "token"
        case .userSession: client = "session"
        case .questionToken: client = "question"
        case .terminal: client = "terminal"
        case .workflow(let id, _): client = "workflow \(id.rawValue)"
        }
        let (user, application) = (caller.user?.id.rawValue ?? 0, caller.application?.id.rawValue ?? 0)
        return "\(caller.workspace.id.rawValue)/\(user)/\(application)/\(client)"
    }
}
