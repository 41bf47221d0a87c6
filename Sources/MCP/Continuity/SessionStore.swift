/// The part of a session that changes; everything else is in its sealed id.
public struct SessionRecord: Hashable, Sendable {
    /// The session was ended by its client.
    public var isEnded = false
    /// Least severe log message that the client wants.
    public var logLevel = LoggingLevel.warning
    /// Resources whose changes the client wants to hear of: topic to URI.
    public var subscriptions: [String: String] = [:]

    public init() {}
}

/// Keeps the records of sessions for all nodes.
public protocol SessionStore: Sendable {
    /// Nil for a session of which nothing was saved.
    func record(of session: String) async throws -> SessionRecord?

    /// - Parameter lifetime: how long the record matters.
    func save(_ record: SessionRecord, of session: String, lifetime: Duration) async throws
}
