/// Stores the events of session streams, so that a client that lost its connection can read the rest (legacy era).
public protocol EventStore: Sendable {
    /// Adds a message to a stream and returns its number. Numbers begin at 1 and have no gaps.
    /// - Parameter isLast: whether the stream ends with this message. The last message may be empty; then the stream ends without a
    ///   response.
    func append(_ message: [UInt8], to stream: String, isLast: Bool) async throws -> Int

    /// The events after a number, in order, at most `limit`. Empty if there are none yet.
    /// - Returns: nil when the stream is unknown or events after the number were dropped.
    func events(of stream: String, after number: Int, limit: Int) async throws -> [StoredEvent]?
}

/// A message of a stream.
public struct StoredEvent: Hashable, Sendable {
    /// The event's position in the stream, from 1.
    public var number: Int
    /// The serialized message. Empty at the end of a stream without a response.
    public var message: [UInt8]
    /// Whether the stream ends with this event.
    public var isLast: Bool

    public init(number: Int, message: [UInt8], isLast: Bool) {
        self.number = number
        self.message = message
        self.isLast = isLast
    }
}
