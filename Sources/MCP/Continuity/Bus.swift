/// Carries messages from one node of a server to all others: notifications, answers to questions, ends of sessions.
///
/// A lost message does not damage what is stored; a client asks again.
public protocol Bus: Sendable {
    /// Whether other nodes listen. Without any, messages for other nodes are not made.
    var reachesOthers: Bool { get }

    /// Hands a message to every listener, the sender's own included.
    func publish(_ message: BusMessage) async throws

    /// Adds a listener for as long as the bus lives. Messages of one sender come in their order; the listener must not block.
    func listen(_ receive: @escaping @Sendable (BusMessage) -> Void)
}

/// One message between nodes.
public struct BusMessage: Hashable, Sendable {
    /// What it is about: a short name of this library's.
    public var topic: String
    /// JSON.
    public var payload: [UInt8]

    public init(topic: String, payload: [UInt8]) {
        self.topic = topic
        self.payload = payload
    }
}
