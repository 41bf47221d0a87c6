import JSON

/// Sends requests from the server to the client, and waits for the responses.
struct LegacyInputChannel: InputChannel {
    let revision: Revision
    let pending: PendingQuestions
    let settings: MCPSettings
    /// Sends a message on the stream of the asking call.
    let send: @Sendable ([UInt8]) async throws -> Void

    /// Empty: the handler waits for its answers, so there is only one round.
    var asked: Set<String> { [] }

    func ask(_ questions: [Question]) async throws -> [String: InputResponse] {
        try await withThrowingTaskGroup(of: (String, InputResponse).self) { group in
            for question in questions {
                group.addTask { (question.key, try await ask(question.request)) }
            }
            var answers: [String: InputResponse] = [:]
            for try await (key, answer) in group { answers[key] = answer }
            return answers
        }
    }

    private func ask(_ request: InputRequest) async throws -> InputResponse {
        guard let (id, reply) = pending.open() else { throw InputError.tooMany }
        defer { pending.close(id) }
        let elicitationID = RandomName.make()
        try await send(message(id, request, elicitationID))
        let timer = Task { [clock = settings.clock, time = settings.bounds.answerTime] in
            // The sleep throws when the answer arrives first.
            try await clock.sleep(for: time)
            reply.put(nil)
        }
        defer { timer.cancel() }
        guard let answer = await reply.take() else {
            try? await send(cancellation(of: id))  // the call has ended, and so may its stream
            throw CancellationError()
        }
        guard let answer else {
            try await send(cancellation(of: id))
            throw InputError.timedOut
        }
        if answer.isNull { throw InputError.refused }
        guard let read = request.answer(answer) else { throw InputError.malformed }
        if case .elicitation(let elicitation) = request, case .url = elicitation.mode { try await send(Self.completion(elicitationID)) }
        return read
    }

    private func message(_ id: String, _ request: InputRequest, _ elicitationID: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("id", id)
            writer.member("method", request.method)
            writer.key("params")
            writer.object { request.writeParams(into: &$0, revision: revision, elicitationID: elicitationID) }
        }
        return writer.bytes
    }

    private func cancellation(of id: String) -> [UInt8] {
        MessageEncoder.notification("notifications/cancelled") { $0.member("requestId", id) }
    }

    private static func completion(_ id: String) -> [UInt8] {
        MessageEncoder.notification("notifications/elicitation/complete") { $0.member("elicitationId", id) }
    }
}
