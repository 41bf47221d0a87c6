import Synchronization

/// One subscribed client. Notifications wait here, each once, until they are read, so a slow reader costs no more than what it subscribed to.
final class Listener: Sendable {
    private struct State: Sendable {
        var lists: Set<Notice.List>
        /// Topic to URI.
        var topics: [String: String]
        var tasks: Set<String>
        var news: [Notice.Subject] = []
        var wake: (@Sendable () -> Void)?
    }

    let audiences: Set<String>
    private let state: Mutex<State>

    init(audiences: Set<String>, lists: Set<Notice.List> = [], topics: [String: String] = [:], tasks: Set<String> = []) {
        self.audiences = audiences
        state = Mutex(State(lists: lists, topics: topics, tasks: tasks))
    }

    /// Called after each piece of news, from then on; must not block.
    func onNews(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    func setTopics(_ topics: [String: String]) { state.withLock { $0.topics = topics } }

    /// Takes news that it asked for and may hear.
    func offer(_ notice: Notice) {
        if let wanted = notice.audiences, audiences.isDisjoint(with: wanted) { return }
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            let wanted: [Notice.Subject] =
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

    /// What came since the last time, in order.
    func take() -> [Notice.Subject] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    var topics: Set<String> { state.withLock { Set($0.topics.keys) } }

    /// The URI under which the client knows a topic.
    func uri(of topic: String) -> String? { state.withLock { $0.topics[topic] } }

    /// The notification of a change; nil for a task, for what the client has left meanwhile, and for a resource that is closed to it.
    /// - Parameter isOpen: whether the client may hear of a resource: see ``ResourceProvider/tellsChanges(of:topic:to:)``.
    func notification(
        _ subject: Notice.Subject, subscription: RequestID? = nil, isOpen: (_ uri: String, _ topic: String) async -> Bool
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
