import JSON
import Synchronization

/// The open HTTP+SSE connections of this process.
final class ConnectionTable: Sendable {
    /// The entry point for messages that clients post to a connection.
    struct Door: Sendable {
        let owner: String
        /// Takes a message. Returns false when too many calls run.
        let take: @Sendable ([UInt8]) async -> Bool
    }

    private let doors = Mutex<[String: Door]>([:])

    func entry(_ name: String) -> Door? { doors.withLock { $0[name] } }

    func add(_ entry: Door, _ name: String) { doors.withLock { $0[name] = entry } }

    func remove(_ name: String) { doors.withLock { $0[name] = nil } }

    /// Takes a message that a client posted to another node.
    func receive(_ payload: JSONValue) {
        guard let name = payload["connection"]?.string, let entry = entry(name), entry.owner == payload["owner"]?.string, let body = payload["body"]
        else {
            return
        }
        Task { await entry.take(body.serialized) }
    }
}
