/// Sends a handler's questions to the client and returns the answers.
protocol InputChannel: Sendable {
    /// Asks all at once and answers by the same keys.
    func ask(_ questions: [Question]) async throws -> [String: InputResponse]

    /// The keys of what earlier rounds of the same call asked.
    var asked: Set<String> { get }
}

/// A request to the client, with the key that identifies its answer.
struct Question: Sendable {
    let key: String
    let request: InputRequest
}
