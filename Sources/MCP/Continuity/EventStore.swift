/// Keeps the events of session streams, so that a client that lost its connection can read the rest (legacy era).
public protocol EventStore: Sendable {
    /// Adds a message to a stream and returns its number: 1 for the first, one more for each.
    /// - Parameter isLast: nothing follows in this stream. A last message may be empty: the stream ends without a response.
    func append(_ message: [UInt8], to stream: String, isLast: Bool) async throws -> Int

    /// The events after that number, in order, at most as many as asked; empty when there are none yet.
    /// - Returns: nil when the stream is unknown, or when events after the number were dropped.
    func events(of stream: String, after number: Int, limit: Int) async throws -> [StoredEvent]?
}

/// A message of a stream.
public struct StoredEvent: Hashable, Sendable {
    /// Its place in the stream, from 1.
    public var number: Int
    /// The serialized message; empty at the end of a stream without a response.
    public var message: [UInt8]
    /// Nothing follows.
    public var isLast: Bool

    public init(number: Int, message: [UInt8], isLast: Bool) {
        self.number = number
        self.message = message
        self.isLast = isLast
    }
}
