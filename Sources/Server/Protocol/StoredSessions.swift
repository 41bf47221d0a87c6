import JSON
import MCP
import Store

/// Stores the changing part of sessions for all nodes and across restarts.
struct StoredSessions: SessionStore {
    let values: SharedValues

    func record(of session: String) async throws -> SessionRecord? {
        try await values.value(Self.name(session)).flatMap { SessionRecord(try JSONValue(parsing: $0)) }
    }

    func save(_ record: SessionRecord, of session: String, lifetime: Duration) async throws {
        try await values.save(record.json.serialized, as: Self.name(session), for: lifetime)
    }

    private static func name(_ session: String) -> String { "session/" + session }
}

extension SessionRecord {
    fileprivate var json: JSONValue {
        [
            "ended": .bool(isEnded), "level": .string(logLevel.rawValue),
            "subscriptions": .object(JSONObject(subscriptions.map { ($0.key, .string($0.value)) })),
        ]
    }

    fileprivate init?(_ json: JSONValue) {
        guard let ended = json["ended"]?.bool, let level = json["level"]?.string.flatMap(LoggingLevel.init(rawValue:)),
            let subscriptions = json["subscriptions"]?.object
        else { return nil }
        self.init()
        isEnded = ended
        logLevel = level
        for (topic, uri) in subscriptions { self.subscriptions[topic] = uri.string }
    }
}

/// Stores the events of session streams, so that a client can reconnect to another node.
struct StoredEvents: EventStore {
    let streams: MessageStreams

    func append(_ message: [UInt8], to stream: String, isLast: Bool) async throws -> Int {
        try await streams.append(message, to: stream, isLast: isLast)
    }

    func events(of stream: String, after number: Int, limit: Int) async throws -> [StoredEvent]? {
        try await streams.messages(of: stream, after: number, limit: limit)?.map {
            StoredEvent(number: $0.number, message: $0.bytes, isLast: $0.isLast)
        }
    }
}

/// Seals data that MCP clients hold with the keys of the store, so that every node can open it, also after a restart.
struct SecretSealer: Sealer {
    private static let timeLength = 8

    let box: SecretBox
    /// The current time in milliseconds since 1970.
    var now: @Sendable () -> Int64 = { Timestamp.now.microseconds / 1000 }

    func seal(_ bytes: [UInt8], context: String, lifetime: Duration) throws -> String {
        let end = UInt64(bitPattern: now() + lifetime.components.seconds * 1000)
        let time = (0..<Self.timeLength).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * UInt64($0))) }
        return Base64.encode(try box.seal(time + bytes, context: Self.context(context)))
    }

    func open(_ text: String, context: String) -> [UInt8]? {
        // A value that does not open counts as absent; the sender does not learn why.
        guard let sealed = Base64.decode(text.utf8), let plain = try? box.open(sealed, context: Self.context(context)) else { return nil }
        guard plain.count >= Self.timeLength else { return nil }
        let end = plain.prefix(Self.timeLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: end) > now() ? Array(plain.dropFirst(Self.timeLength)) : nil
    }

    private static func context(_ text: String) -> String { "protocol\n" + text }
}
