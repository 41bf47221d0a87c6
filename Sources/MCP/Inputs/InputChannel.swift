/// Sends a handler's questions to the client and returns the answers.
protocol InputChannel: Sendable {
    /// Asks all questions at once. The answers have the same keys.
    func ask(_ questions: [Question]) async throws -> [String: InputResponse]

    /// The keys of the questions in earlier rounds of the same call.
    var asked: Set<String> { get }
}

/// A request to the client, with a key that identifies its answer.
struct Question: Sendable {
    let key: String
    let request: InputRequest
}
