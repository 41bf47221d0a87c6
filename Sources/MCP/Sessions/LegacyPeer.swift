/// A legacy client whose state the server holds between requests: a session or a connection.
protocol LegacyPeer: Sendable {
    /// The unanswered questions to the client.
    var pending: PendingQuestions { get }
    func setLogLevel(_ level: LoggingLevel) async throws
    /// - Throws: -32602 when the limit is reached.
    func subscribe(_ uri: String, topic: String) async throws
    func unsubscribe(_ uri: String) async throws
}
