/// A legacy client that the server remembers between requests: a session or a connection.
protocol LegacyPeer: Sendable {
    /// What the client has been asked.
    var pending: PendingQuestions { get }
    func setLogLevel(_ level: LoggingLevel) async throws
    /// - Throws: -32602 at the bound.
    func subscribe(_ uri: String, topic: String) async throws
    func unsubscribe(_ uri: String) async throws
}
