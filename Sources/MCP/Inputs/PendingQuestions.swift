import JSON
import Synchronization

/// Unanswered questions to a legacy client.
final class PendingQuestions: Sendable {
    private let channels = Mutex<[String: OneShotChannel<JSONValue?>]>([:])
    private let limit: Int
    private let makeID: @Sendable () -> String

    /// - Parameters:
    ///   - limit: most unanswered questions.
    ///   - makeID: generates unguessable ids.
    init(limit: Int, makeID: @escaping @Sendable () -> String = { "server-" + RandomName.make() }) {
        self.limit = limit
        self.makeID = makeID
    }

    /// Nil when the limit is reached.
    func open() -> (id: String, reply: OneShotChannel<JSONValue?>)? {
        let id = makeID()
        let reply = OneShotChannel<JSONValue?>()
        let isAdmitted = channels.withLock { channels in
            guard channels.count < limit else { return false }
            channels[id] = reply
            return true
        }
        return isAdmitted ? (id, reply) : nil
    }

    func close(_ id: String) { channels.withLock { $0[id] = nil } }

    /// Accepts a client's response. Returns false when no question of this node waits for it.
    /// - Parameter message: the whole message, with `result` or `error`.
    @discardableResult
    func answer(_ id: RequestID, _ message: JSONObject) -> Bool {
        guard case .string(let name) = id, let reply = channels.withLock({ $0.removeValue(forKey: name) }) else { return false }
        return reply.put(.some(message["result"] ?? .null))
    }
}
