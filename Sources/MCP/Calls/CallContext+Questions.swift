import JSON

/// Questions to the client, in both eras.
///
/// A legacy client gets a request on the stream of the call, and the handler waits. A client of 2026-07-28 gets the questions as the response and
/// calls again with the answers: the handler then **runs again from its start**, and each question that was answered returns at once. So ask before
/// anything is changed, and ask the same questions in the same order; or see ``CallContext/askedKeys``.
extension CallContext {
    /// Whether the client takes such a question.
    public func canAsk(_ request: InputRequest) -> Bool { inputChannel != nil && request.isTaken(by: clientCapabilities, in: revision) }

    /// Whether the client can show forms to its user.
    public var canAskPerson: Bool { inputChannel != nil && canAsk(.elicitation(Elicitation(message: "", mode: .form([:])))) }

    /// The keys of what earlier rounds of this call asked, answered or not: a handler that has changed something before it asked finds it by a key, and does
    /// not change it again. Empty in the first round, and where the handler waits for its answers.
    public var askedKeys: Set<String> { inputChannel?.asked ?? [] }

    /// Whether an error ends a round with questions: the call comes again with the answers.
    public static func isQuestion(_ error: any Error) -> Bool { error is InputRequired }

    /// Asks the client's user.
    /// - Parameter key: names the question on the wire; nil: by its place in the handler's run.
    /// - Throws: ``InputError``: ``InputError/notSupported`` when the client cannot be asked; the handler then does without, or says what it needs.
    ///   Let every other error pass through.
    public func ask(_ question: Elicitation, key: String? = nil) async throws -> ElicitResult {
        let name = key ?? nextKey()
        guard let answer = try await ask([(name, .elicitation(question))])[name]?.elicitation else { throw InputError.malformed }
        return answer
    }

    /// Asks the client's model.
    public func sample(_ request: SamplingRequest, key: String? = nil) async throws -> CreateMessageResult {
        let name = key ?? nextKey()
        guard let answer = try await ask([(name, .sampling(request))])[name]?.sampling else { throw InputError.malformed }
        return answer
    }

    /// Asks for the folders that the client works on.
    public func roots(key: String? = nil) async throws -> [Root] {
        let name = key ?? nextKey()
        guard let answer = try await ask([(name, .roots)])[name]?.roots else { throw InputError.malformed }
        return answer
    }

    /// Asks several at once, and answers by the same keys.
    public func ask(_ requests: [(key: String, request: InputRequest)]) async throws -> [String: InputResponse] {
        // Before the way to ask, which a client that declared nothing does not have: it learns what it must declare.
        for (_, request) in requests {
            guard request.isTaken(by: clientCapabilities, in: revision) else { throw InputError.notSupported(request) }
        }
        guard let inputChannel else { throw InputError.notSupported }
        return try await inputChannel.ask(requests.map { Question(key: $0.key, request: $0.request) })
    }

    private func nextKey() -> String { keys?.next() ?? "input" }
}
