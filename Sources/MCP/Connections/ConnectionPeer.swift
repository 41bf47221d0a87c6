import Synchronization

/// The legacy client of a connection: its open questions, log level and subscriptions.
final class ConnectionPeer: LegacyPeer {
    private struct State: Sendable {
        var level = LoggingLevel.warning
        var topics: [String: String] = [:]
    }

    let pending: PendingQuestions
    /// Collects change notifications after the handshake.
    let news: Listener
    private let limit: Int
    private let state = Mutex(State())

    init(audiences: Set<String>, bounds: MCPSettings.Bounds) {
        pending = PendingQuestions(limit: bounds.openQuestions)
        limit = bounds.subscriptions
        news = Listener(audiences: audiences, lists: Set(ChangeNotification.List.allCases))
    }

    var logLevel: LoggingLevel { state.withLock(\.level) }

    func setLogLevel(_ level: LoggingLevel) { state.withLock { $0.level = level } }

    func subscribe(_ uri: String, topic: String) throws {
        let topics: [String: String]? = state.withLock { state in
            guard state.topics[topic] != nil || state.topics.count < limit else { return nil }
            state.topics[topic] = uri
            return state.topics
        }
        guard let topics else { throw MCPError.invalidParams("A connection has at most \(limit) subscriptions") }
        news.setTopics(topics)
    }

    func unsubscribe(_ uri: String) {
        news.setTopics(
            state.withLock { state in
                state.topics = state.topics.filter { $0.value != uri }
                return state.topics
            })
    }
}
