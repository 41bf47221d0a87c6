/// The way by which a handler's questions reach the client and the answers come back.
protocol Asker: Sendable {
    /// Asks all at once and answers by the same keys.
    func ask(_ questions: [Question]) async throws -> [String: InputAnswer]
}

/// A request to the client under the key by which its answer is known.
struct Question: Sendable {
    let key: String
    let request: InputRequest
}
