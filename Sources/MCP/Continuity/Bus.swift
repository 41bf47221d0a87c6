/// Carries messages from one node of a server to all others: notifications, answers to questions, ends of sessions.
///
/// Losing a message does not damage stored data; the client asks again.
public protocol Bus: Sendable {
    /// Whether other nodes listen. If not, the server does not create messages for other nodes.
    var reachesOthers: Bool { get }

    /// Delivers a message to every listener, including the sender's own.
    func publish(_ message: BusMessage) async throws

    /// Adds a listener for the lifetime of the bus. Messages of one sender arrive in order. The listener must not block.
    func listen(_ receive: @escaping @Sendable (BusMessage) -> Void)
}

/// One message between nodes.
public struct BusMessage: Hashable, Sendable {
    /// A short name that this library defines.
    public var topic: String
    /// A JSON text.
    public var payload: [UInt8]

    public init(topic: String, payload: [UInt8]) {
        self.topic = topic
        self.payload = payload
    }
}
