/// Where a handler's messages go before its response.
protocol MessageSink: Sendable {
    /// Sends one serialized message, and waits while the reader lags. Throws when there is no reader any more.
    func send(_ message: [UInt8]) async throws

    /// Ends the reader's connection, and lets it come back for what follows. Does nothing where it could not.
    func release() async
}

extension MessageSink {
    func release() async {}
}
