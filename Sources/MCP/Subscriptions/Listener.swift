import Synchronization

/// One subscribed client. Each notification is queued at most once until it is read, so the memory for a slow reader is limited by its
/// subscriptions.
final class Listener: Sendable {
    private struct State: Sendable {
        var lists: Set<ChangeNotification.List>
        /// Topic to URI.
        var topics: [String: String]
        var tasks: Set<String>
        var news: [ChangeNotification.Subject] = []
        var wake: (@Sendable () -> Void)?
    }

    let audiences: Set<String>
    private let state: Mutex<State>

    init(audiences: Set<String>, lists: Set<ChangeNotification.List> = [], topics: [String: String] = [:], tasks: Set<String> = []) {
        self.audiences = audiences
        state = Mutex(State(lists: lists, topics: topics, tasks: tasks))
    }

    /// Sets a function to call after each notification. It must not block.
    func onNews(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    func setTopics(_ topics: [String: String]) { state.withLock { $0.topics = topics } }

    /// Queues a notification if the client subscribed to it and may receive it.
    func offer(_ notice: ChangeNotification) {
        if let wanted = notice.audiences, audiences.isDisjoint(with: wanted) { return }
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            let wanted: [ChangeNotification.Subject] =
                switch notice.subject {
                case .list(let list): state.lists.contains(list) ? [notice.subject] : []
                case .resource(let topic): state.topics[topic] != nil ? [notice.subject] : []
                case .resources: state.topics.keys.sorted().map { .resource(topic: $0) }
                case .task(let id): state.tasks.contains(id) ? [notice.subject] : []
                }
            let news = wanted.filter { !state.news.contains($0) }
            guard !news.isEmpty else { return nil }
            state.news += news
            return state.wake
        }
        wake?()
    }

    /// The notifications since the last call, in order.
    func take() -> [ChangeNotification.Subject] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    var topics: Set<String> { state.withLock { Set($0.topics.keys) } }

    /// The URI under which the client subscribed to a topic.
    func uri(of topic: String) -> String? { state.withLock { $0.topics[topic] } }

    /// The notification of a change. Nil for a task, for a resource from which the client has unsubscribed in the meantime, and for a
    /// resource that it may not read.
    /// - Parameter isOpen: whether the client may be notified of a resource (see ``ResourceProvider/tellsChanges(of:topic:to:)``).
    func notification(
        _ subject: ChangeNotification.Subject, subscription: RequestID? = nil, isOpen: (_ uri: String, _ topic: String) async -> Bool
    ) async -> [UInt8]? {
        switch subject {
        case .list(let list): return MessageEncoder.notice(list.method, subscription: subscription) { _ in }
        case .resource(let topic):
            guard let uri = uri(of: topic), await isOpen(uri, topic) else { return nil }
            return MessageEncoder.notice("notifications/resources/updated", subscription: subscription) { $0.member("uri", uri) }
        case .resources, .task: return nil
        }
    }
}
