import Access
import Store
import Synchronization
package import Workflows

/// Topics of ``RowsResource`` whose rows calls of this process have changed, until the subscribed clients are notified.
///
/// Each topic has a time of its own, so that when a client is notified tells nothing of changes in other collections, workspaces and organizations.
package final class RowChanges: Sendable {
    /// Beyond, no notifications are sent; a reader sees the changes all the same. Unit: topics.
    private static let limit = 10_000
    /// How long changes of a collection are collected after a notification of it.
    private static let gathering = Duration.milliseconds(500)

    /// What is to be told at a moment.
    package struct Due: Sendable {
        package let topics: Set<String>
        /// When there is more to tell.
        package let next: ContinuousClock.Instant?
    }

    private struct State {
        var changed: Set<String> = []
        /// When clients may be notified of a topic again.
        var quiet: [String: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    /// Rings when there is something to tell.
    package let wakeSignal = WakeSignal()

    init() {}

    func add(_ more: [String]) {
        state.withLock { state in
            for topic in more where state.changed.count < Self.limit { state.changed.insert(topic) }
        }
        wakeSignal.ring()
    }

    /// Takes the topics that may be told by now.
    package func take(at now: ContinuousClock.Instant = .now) -> Due {
        state.withLock { state in
            state.quiet = state.quiet.filter { $0.value > now }
            let topics = state.changed.filter { state.quiet[$0] == nil }
            state.changed.subtract(topics)
            for topic in topics { state.quiet[topic] = now + Self.gathering }
            return Due(topics: topics, next: state.changed.compactMap { state.quiet[$0] }.min())
        }
    }

    /// All of them; none are left.
    package func takeAll() -> Set<String> {
        state.withLock { state in
            defer { state.changed = [] }
            return state.changed
        }
    }
}

extension RequestPrincipal {
    /// Identifies the user, the client that acts for the user, and the workspace: only they may continue a session, a question or a task. The token
    /// is not part of it, because it is renewed.
    /// Nil without a credential.
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
