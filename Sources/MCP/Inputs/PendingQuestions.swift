import JSON
import Synchronization

/// Questions that were sent to a legacy client and have no answer yet.
final class PendingQuestions: Sendable {
    private let mailboxes = Mutex<[String: Mailbox<JSONValue?>]>([:])
    private let limit: Int
    private let makeID: @Sendable () -> String

    /// - Parameters:
    ///   - limit: most open questions.
    ///   - makeID: names that cannot be guessed.
    init(limit: Int, makeID: @escaping @Sendable () -> String = { "server-" + RandomName.make() }) {
        self.limit = limit
        self.makeID = makeID
    }

    /// Nil at the bound.
    func open() -> (id: String, mailbox: Mailbox<JSONValue?>)? {
        let id = makeID()
        let mailbox = Mailbox<JSONValue?>()
        let isAdmitted = mailboxes.withLock { mailboxes in
            guard mailboxes.count < limit else { return false }
            mailboxes[id] = mailbox
            return true
        }
        return isAdmitted ? (id, mailbox) : nil
    }

    func close(_ id: String) { mailboxes.withLock { $0[id] = nil } }

    /// Takes a client's response; false when nobody here asked.
    /// - Parameter message: the whole message, with `result` or `error`.
    @discardableResult
    func answer(_ id: RequestID, _ message: JSONObject) -> Bool {
        guard case .string(let name) = id, let mailbox = mailboxes.withLock({ $0.removeValue(forKey: name) }) else { return false }
        return mailbox.put(.some(message["result"] ?? .null))
    }
}
