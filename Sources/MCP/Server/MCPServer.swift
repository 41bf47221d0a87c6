import JSON

/// A server of the Model Context Protocol: requests in, responses out, in every revision, without a network of its own.
///
/// A `Principal` says who asks; the code around makes it from credentials, and the features judge by it.
public struct MCPServer<Principal: Sendable>: Sendable {
    /// Who the server says it is.
    public let implementation: Implementation
    /// The bounds and switches that it was made with.
    public let settings: MCPSettings
    let encoder: MessageEncoder
    let served: Set<Method>
    private let handlers: [Method: MethodHandler<Principal>]

    /// - Parameter instructions: for the model: what the server is for and how to use it.
    public init(
        _ implementation: Implementation,
        instructions: String? = nil,
        features: Features<Principal>,
        settings: MCPSettings = MCPSettings()
    ) {
        self.implementation = implementation
        self.settings = settings
        encoder = MessageEncoder(implementation)
        let lifecycle = LifecycleMethods(implementation: implementation, instructions: instructions, capabilities: features.advertised)
        var handlers: [Method: MethodHandler<Principal>] = lifecycle.handlers()
        if let tools = features.tools { handlers.merge(ToolMethods(provider: tools).handlers) { _, new in new } }
        self.handlers = handlers
        served = Set(handlers.keys)
    }

    /// Runs a call's handler and serializes what comes of it; never fails.
    func answer(_ call: Call, principal: Principal, deadline: ContinuousClock.Instant?, outlet: (any Outlet)?) async -> Answer {
        let context = CallContext(
            revision: call.revision,
            requestID: call.id,
            client: call.client,
            clientCapabilities: call.capabilities,
            deadline: deadline ?? settings.callTimeout.map { ContinuousClock.now + $0 },
            logLevel: served.contains(.setLoggingLevel) ? call.logLevel : nil,
            meta: call.params["_meta"]?.object ?? JSONObject(),
            outlet: outlet
        )
        do {
            guard let handler = handlers[call.method] else { throw MCPError.methodNotFound }
            let body = try await handler(Invocation(call: call, principal: principal, context: context))
            return Answer(message: encoder.response(call.id, body, revision: call.revision))
        } catch let error as MCPError {
            return answer(error, id: call.id, revision: call.revision)
        } catch {
            if !(error is CancellationError) { settings.reportFailure(error, call.method.rawValue) }
            return answer(.internalError, id: call.id, revision: call.revision)
        }
    }

    func answer(_ error: MCPError, id: RequestID?, revision: Revision) -> Answer {
        let status = error.status(in: revision)
        return Answer(message: MessageEncoder.error(id, error), status: status, challenge: status == 200 ? nil : error.challenge)
    }

    /// Runs a batch in its order, so that one request of a client does not become fifty at once.
    func answers(_ entries: [BatchEntry], _ revision: Revision, principal: Principal, deadline: ContinuousClock.Instant?) async -> [Answer] {
        var answers: [Answer] = []
        for entry in entries {
            switch entry {
            case .call(let call): answers.append(await answer(call, principal: principal, deadline: deadline, outlet: nil))
            case .refused(let refusal): answers.append(answer(refusal.error, id: refusal.id, revision: revision))
            }
        }
        return answers
    }
}
