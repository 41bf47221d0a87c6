import JSON
import Synchronization

/// The open HTTP+SSE connections of this process.
final class ConnectionTable: Sendable {
    /// Where messages for a connection go in.
    struct Door: Sendable {
        let owner: String
        /// False when too many calls run.
        let take: @Sendable ([UInt8]) async -> Bool
    }

    private let doors = Mutex<[String: Door]>([:])

    func entry(_ name: String) -> Door? { doors.withLock { $0[name] } }

    func add(_ entry: Door, _ name: String) { doors.withLock { $0[name] = entry } }

    func remove(_ name: String) { doors.withLock { $0[name] = nil } }

    /// A message that was posted to another node.
    func receive(_ payload: JSONValue) {
        guard let name = payload["connection"]?.string, let entry = entry(name), entry.owner == payload["owner"]?.string, let body = payload["body"]
        else {
            return
        }
        Task { await entry.take(body.serialized) }
    }
}
