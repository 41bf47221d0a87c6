/// Receives the messages that a handler sends before its response.
protocol MessageSink: Sendable {
    /// Sends one serialized message, and waits while the reader lags. Throws when the reader has left.
    func send(_ message: [UInt8]) async throws

    /// Ends the reader's connection and lets the reader come back for the rest. Does nothing where the reader could not come back.
    func release() async
}

extension MessageSink {
    func release() async {}
}
