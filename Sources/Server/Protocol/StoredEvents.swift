import MCP
import Store

/// Events of session streams in the store, for a client that reconnects to another node.
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
