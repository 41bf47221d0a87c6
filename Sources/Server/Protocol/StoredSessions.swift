import JSON
import MCP
import Store

/// The changing part of sessions in the store, for every node and after restarts.
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
