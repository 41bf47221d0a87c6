import SQL
import Synchronization

/// Sealed messages from each node to all others, through the store. Messages are deleted after a minute.
package final class NodeMessages: Sendable {
    package struct Message: Hashable, Sendable {
        package let topic: String
        package let payload: [UInt8]

        package init(topic: String, payload: [UInt8]) {
            self.topic = topic
            self.payload = payload
        }
    }

    private static let lifetime = Duration.seconds(60)
    /// Messages in one read, in addition to the limit ``pageLength``.
    private static let pageSize: Int64 = 1_000
    /// A read ends with the first message that exceeds this. Unit: sealed bytes.
    private static let pageLength: Int64 = 1_048_576

    private let store: Store
    private let now: @Sendable () -> Timestamp
    /// Distinguishes this process's messages from those of other processes.
    private let node = NodeMessages.newName()
    /// The last message that was read; nil before the first read.
    private let position = Mutex<Int64?>(nil)

    package init(_ store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// Sends messages in order.
    package func send(_ messages: [Message]) async throws {
        guard !messages.isEmpty else { return }
        let end = now() + Self.lifetime
        let node = node
        let sealed = try messages.map { ($0.topic, try store.secrets.seal($0.payload, context: Self.context($0.topic))) }
        try await store.write(changesRights: false) { connection in
            // Locks the end, so that positions become visible in order.
            try connection.execute("UPDATE node_mail_end SET position = position + \(Int64(sealed.count)) WHERE id = 1")
            var position = try connection.number(of: "node_mail_end", "SELECT position FROM node_mail_end WHERE id = 1")
            position -= Int64(sealed.count)
            for (topic, payload) in sealed {
                position += 1
                try connection.execute(
                    """
                    INSERT INTO node_mail (position, node, topic, payload, expires_at)
                    VALUES (\(position), \(node), \(topic), \(payload), \(end))
                    """)
            }
        }
    }

    /// Messages of other nodes since the last read, at most as many as one read takes. The first read returns none.
    package func receive() async throws -> [Message] {
        let (secrets, node) = (store.secrets, node)
        guard let position = position.withLock({ $0 }) else {
            let end = try await store.read { try $0.number(of: "node_mail_end", "SELECT position FROM node_mail_end WHERE id = 1") }
            self.position.withLock { $0 = end }
            return []
        }
        let found = try await store.read { connection in
            try connection.all(
                of: "node_mail",
                """
                SELECT position, node, topic, payload FROM (
                    SELECT position, node, topic, payload, SUM(LENGTH(payload)) OVER (ORDER BY position) - LENGTH(payload) AS before
                    FROM node_mail WHERE position > \(position) ORDER BY position LIMIT \(Self.pageSize)
                ) AS page WHERE before <= \(Self.pageLength) ORDER BY position
                """
            ) { row -> (position: Int64, message: Message?) in
                let (position, topic) = (try row["position", .integer], try row["topic", .text])
                guard try row["node", .text] != node else { return (position, nil) }
                return (position, Message(topic: topic, payload: try secrets.open(try row["payload", .bytes], context: Self.context(topic))))
            }
        }
        if let last = found.last?.position { self.position.withLock { $0 = last } }
        return found.compactMap(\.message)
    }

    private static func context(_ topic: String) -> String { "mail\n" + topic }

    private static func newName() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next() as UInt64, radix: 16)
    }
}

extension Store {
    /// Removes messages and values that have expired.
    package func removeExpired(now: Timestamp = .now) async throws {
        try await write(changesRights: false) { connection in
            for statement: Statement in [
                "DELETE FROM node_mail WHERE expires_at <= \(now)", "DELETE FROM stream_messages WHERE expires_at <= \(now)",
                "DELETE FROM streams WHERE expires_at <= \(now)", "DELETE FROM kept_values WHERE expires_at <= \(now)",
            ] { try connection.execute(statement) }
        }
    }
}
