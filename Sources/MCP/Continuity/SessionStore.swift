/// The changing part of a session. Everything else is in its sealed id.
public struct SessionRecord: Hashable, Sendable {
    /// Whether the client ended the session.
    public var isEnded = false
    /// The least severe level of log messages that the client wants.
    public var logLevel = LoggingLevel.warning
    /// Resources with a subscription: topic to URI.
    public var subscriptions: [String: String] = [:]

    public init() {}
}

/// Stores the records of sessions for all nodes.
public protocol SessionStore: Sendable {
    /// Nil for a session without a saved record.
    func record(of session: String) async throws -> SessionRecord?

    /// - Parameter lifetime: how long the record must be stored.
    func save(_ record: SessionRecord, of session: String, lifetime: Duration) async throws
}
