import JSON

/// A server of the Model Context Protocol, in every revision. It turns requests into responses and opens no socket.
///
/// A `Principal` is the authenticated party. The embedding code creates it from credentials, and the features use it for their decisions.
public final class MCPServer<Principal: Sendable>: Sendable {
    /// The name and version of the server.
    public let implementation: Implementation
    /// The limits and switches of the server.
    public let settings: MCPSettings
    let continuity: Continuity<Principal>?
    /// The state of this process between requests. Nil without a continuity.
    let node: Node?
    let encoder: MessageEncoder
    let served: Set<Method>
    let ticker: Ticker
    let capabilities: ServerCapabilities
    let resources: (any ResourceProvider<Principal>)?
    let tools: (any ToolProvider<Principal>)?
    /// The provider of tools, if calls may continue as tasks.
    let taskTools: (any ToolProvider<Principal>)?
    private let handlers: [Method: MethodHandler<Principal>]

    /// - Parameters:
    ///   - instructions: tells the model what the server is for and how to use it.
    ///   - continuity: the state that connects requests. Nil: the server serves every request on its own.
    public init(
        _ implementation: Implementation,
        instructions: String? = nil,
        features: Features<Principal>,
        settings: MCPSettings = MCPSettings(),
        continuity: Continuity<Principal>? = nil
    ) {
        self.implementation = implementation
        self.settings = settings
        self.continuity = continuity
        encoder = MessageEncoder(implementation)
        ticker = Ticker(clock: settings.clock, interval: settings.keepAliveInterval)
        let node = continuity.map { [ticker] in Node($0, settings, ticker) }
        self.node = node
        capabilities = features.advertised(sendsNotices: node != nil, keepsTasks: node?.tasks != nil)
        resources = features.resources
        tools = features.tools
        taskTools = capabilities.offersTasks ? features.tools : nil
        let lifecycle = LifecycleMethods(implementation: implementation, instructions: instructions, capabilities: capabilities)
        var handlers: [Method: MethodHandler<Principal>] = lifecycle.handlers()
        func add(_ more: [Method: MethodHandler<Principal>]) { handlers.merge(more) { _, new in new } }
        if let tools = features.tools { add(ToolMethods(provider: tools).handlers) }
        if let resources = features.resources {
            add(ResourceMethods(provider: resources).handlers)
            if capabilities.subscriptions { add(SubscriptionMethods(provider: resources).handlers) }
        }
        if let prompts = features.prompts { add(PromptMethods(provider: prompts).handlers) }
        if let completions = features.completions { add(CompletionMethods(provider: completions).handlers) }
        if let continuity, let runner = node?.tasks, let tools = features.tools, capabilities.offersTasks {
            add(TaskMethods(runner: runner, key: continuity.key, provider: tools).handlers)
        }
        self.handlers = handlers
        served = Set(handlers.keys).union(capabilities.hasNotices ? [.listen] : [])
    }

    deinit { node?.sessions.removeAll() }

    /// Notifies subscribed clients of a change, on all nodes. Does nothing without a ``Continuity``.
    public func announce(_ notice: ChangeNotification) async { await node?.announce(notice) }

    /// Notifies the subscribed clients of this process only. Use it for changes that every node detects itself.
    public func announceHere(_ notice: ChangeNotification) { node?.board.offer(notice) }

    /// The topics of resources (``ResourceProvider/topic(of:for:)``) to which clients with an open stream in this process are subscribed.
    public var subscribedTopics: Set<String> { node?.board.topics ?? [] }

    /// Calls ``Continuity/isCurrent`` for the open streams of this process. Call this function when credentials may have lost their rights.
    /// - Parameter audiences: the audiences (see ``Continuity/audiences``) to check. Nil: all.
    public func reviewStreams(of audiences: Set<String>? = nil) { node?.openStreams.look(at: audiences) }

    /// Ends all open streams of this process and refuses new ones. Subscriptions end with their responses. Call it before the process
    /// stops.
    public func endStreams() { node?.endStreams() }

    /// The number of open streams of this process.
    public var openStreamCount: Int { node?.streams.total ?? 0 }

    /// The number of open streams of this process by ``Continuity/account``.
    public var openStreams: [String: Int] { node?.streams.counts ?? [:] }

    /// Sets how many streams accounts have open on other nodes. They count against each account's limit until the next call of this
    /// function.
    public func countStreams(elsewhere counts: [String: Int]) { node?.streams.count(elsewhere: counts) }

    /// Runs a call, as a task if possible, and encodes its result. Never fails.
    func perform(_ call: Call, principal: Principal, deadline: ContinuousClock.Instant?, sink: (any MessageSink)?) async -> EncodedResponse {
        if taskTools != nil, call.method == .callTool, call.revision.era == .modern {
            return await performPerhapsAsTask(call, principal: principal, deadline: deadline, sink: sink)
        }
        return encode(await handle(call, principal: principal, deadline: deadline, sink: sink, promotion: nil), of: call)
    }

    /// The response to a call with its result or error.
    func encode(_ result: Result<any ResultBody, MCPError>, of call: Call) -> EncodedResponse {
        switch result {
        case .success(let body): EncodedResponse(message: encoder.response(call.id, body, revision: call.revision))
        case .failure(let error): encode(error, id: call.id, revision: call.revision)
        }
    }

    /// Runs a call's handler.
    func handle(
        _ call: Call, principal: Principal, deadline: ContinuousClock.Instant?, sink: (any MessageSink)?, promotion: TaskPromotion?
    ) async -> Result<any ResultBody, MCPError> {
        do {
            let context = CallContext(
                revision: call.revision,
                requestID: call.id,
                client: call.client,
                clientCapabilities: call.capabilities,
                deadline: deadline ?? settings.callTimeout.map { ContinuousClock.now + $0 },
                logLevel: served.contains(.setLoggingLevel) ? call.logLevel : nil,
                meta: call.params["_meta"]?.object ?? JSONObject(),
                sink: sink,
                inputChannel: promotion == nil ? try inputChannel(call, principal, sink) : nil,
                promotion: promotion
            )
            guard let handler = handlers[call.method] else { throw MCPError.methodNotFound(call.method.rawValue) }
            return .success(try await handler(Invocation(call: call, principal: principal, context: context)))
        } catch {
            do { return .success(try recover(from: error, call)) } catch { return .failure(error) }
        }
    }

    /// The result for the client when a handler throws.
    private func recover(from error: any Error, _ call: Call) throws(MCPError) -> any ResultBody {
        switch error {
        case let error as MCPError: throw error
        case let required as InputRequired where call.method.mayAsk: return required
        case let error as InputError: return try unanswered(error, call)
        default:
            if !(error is CancellationError) { settings.reportFailure(error, call.method.rawValue) }
            throw MCPError.internalError
        }
    }

    /// The result when a question that the handler needed has no answer.
    private func unanswered(_ error: InputError, _ call: Call) throws(MCPError) -> any ResultBody {
        // If the server could not ask anyway, declaring a capability would not help.
        if case .notSupported(let request?) = error.value, call.revision.era == .modern, call.method.mayAsk, continuity != nil {
            throw MCPError.missingClientCapability(request.requiredCapabilities)
        }
        guard call.method == .callTool else { throw MCPError.invalidParams(error.reason) }
        return CallToolResult.failure(error.reason)
    }

    /// The channel for questions to this call's client. Nil when the client cannot be asked.
    func inputChannel(_ call: Call, _ principal: Principal, _ sink: (any MessageSink)?) throws(MCPError) -> (any InputChannel)? {
        guard call.revision.era == .modern else {
            guard let peer = call.peer, let sink, call.capabilities.canBeAsked else { return nil }
            return LegacyInputChannel(revision: call.revision, pending: peer.pending, settings: settings) { try await sink.send($0) }
        }
        guard call.method.mayAsk, call.capabilities.canBeAsked || call.params["requestState"] != nil else { return nil }
        guard let continuity, let owner = continuity.key(principal) else { return nil }
        return try ModernInputChannel(call, owner: owner, sealer: continuity.sealer, lifetime: settings.bounds.stateLifetime)
    }

    /// The response with an error.
    func encode(_ error: MCPError, id: RequestID?, revision: Revision) -> EncodedResponse {
        let error = error.projected(to: revision)
        let status = error.status(in: revision)
        return EncodedResponse(message: MessageEncoder.error(id, error), status: status, challenge: status == 200 ? nil : error.challenge)
    }

    /// Runs the calls of a batch in sequence, so that one request does not become fifty concurrent calls.
    func performInOrder(
        _ entries: [BatchEntry], _ revision: Revision, principal: Principal, deadline: ContinuousClock.Instant?
    ) async -> [EncodedResponse] {
        var responses: [EncodedResponse] = []
        for entry in entries {
            switch entry {
            case .call(let call): responses.append(await perform(call, principal: principal, deadline: deadline, sink: nil))
            case .refused(let refusal): responses.append(encode(refusal.error, id: refusal.id, revision: revision))
            }
        }
        return responses
    }
}
