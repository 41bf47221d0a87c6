import SQL

/// Sealed streams of messages, for clients that reconnect to any node. Messages are kept for minutes, the next number of a stream for a day
/// after its last message.
package struct MessageStreams: Sendable {
    /// One message of a stream.
    package struct Message: Hashable, Sendable {
        /// The first message has number 1.
        package let number: Int
        package let bytes: [UInt8]
        package let isLast: Bool
    }

    /// Messages kept for each stream; older ones are removed.
    package static let maximumCount = 1_000
    private static let messageLifetime = Duration.seconds(300)
    private static let streamLifetime = Duration.seconds(86_400)

    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(_ store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// Adds a message; returns its number.
    package func append(_ bytes: [UInt8], to stream: String, isLast: Bool) async throws -> Int {
        let now = now()
        let (end, forgotten) = (now + Self.messageLifetime, now + Self.streamLifetime)
        let sealed = try store.secrets.seal(bytes, context: Self.context(stream))
        return try await store.write(changesRights: false) { connection in
            // Locks the row of the stream, so that numbers are assigned in the order of commits.
            try connection.execute(
                """
                INSERT INTO streams (name, next, expires_at) VALUES (\(stream), 2, \(forgotten))
                ON CONFLICT (name) DO UPDATE SET next = streams.next + 1, expires_at = excluded.expires_at
                """)
            let number = try connection.number(of: "streams", "SELECT next - 1 FROM streams WHERE name = \(stream)")
            try connection.execute(
                """
                INSERT INTO stream_messages (stream, number, message, is_last, expires_at)
                VALUES (\(stream), \(number), \(sealed), \(Int64(isLast ? 1 : 0)), \(end))
                """)
            if number.isMultiple(of: 100), number > Self.maximumCount {
                let oldest = number - Int64(Self.maximumCount)
                try connection.execute("DELETE FROM stream_messages WHERE stream = \(stream) AND number <= \(oldest)")
            }
            return Int(number)
        }
    }

    /// The messages after a number; empty if there are none yet.
    /// - Returns: nil when the stream is unknown, or when messages after the number have been removed.
    package func messages(of stream: String, after number: Int, limit: Int) async throws -> [Message]? {
        let (secrets, now) = (store.secrets, now())
        return try await store.read { connection in
            let found = try connection.value(of: "streams", "SELECT next FROM streams WHERE name = \(stream)", .integer)
            guard let next = found, number < next else {
                return nil
            }
            let messages = try connection.all(
                of: "stream_messages",
                """
                SELECT number, message, is_last FROM stream_messages
                WHERE stream = \(stream) AND number > \(Int64(number)) AND expires_at > \(now) ORDER BY number LIMIT \(Int64(limit))
                """
            ) { row in
                Message(
                    number: try row["number", .int], bytes: try secrets.open(try row["message", .bytes], context: Self.context(stream)),
                    isLast: try row["is_last", .flag])
            }
            guard let first = messages.first else { return Int64(number) == next - 1 ? [] : nil }
            return first.number == number + 1 ? messages : nil
        }
    }

    private static func context(_ stream: String) -> String { "stream\n" + stream }
}
