public import HTTPTypes
import JSON

extension MCPServer {
    /// Responds to one HTTP request on the endpoint.
    ///
    /// Check credentials, `Host`, `Origin` and the size of the body first (see ``OriginPolicy``, ``refuse(_:body:revision:)``). When the
    /// client disconnects, cancel the calling task, or the task that reads the events.
    /// - Parameters:
    ///   - deadline: the time by which the work must end. Nil: the settings' time limit applies.
    ///   - executor: runs the handlers. Nil: the global pool, which must not be blocked for long.
    public func respond(
        to request: HTTPRequest, body: [UInt8], principal: Principal, deadline: ContinuousClock.Instant? = nil,
        executor: (any TaskExecutor)? = nil
    ) async -> MCPHTTPResponse {
        let intake = HTTPMessageReader(served: served, settings: settings, hasSessions: node != nil)
        do {
            switch try intake.read(request, body) {
            case .nothing: return .accepted
            case .call(let call, let accepted):
                switch call.method {
                case .initialize: return await shakeHands(call, accepted, principal: principal, deadline: deadline)
                case .listen: return await listen(call, accepted, principal: principal)
                default: return await runAlone(call, accepted, principal: principal, deadline: deadline, executor: executor)
                }
            case .batch(let entries, let revision):
                return await runBatch(entries, revision, principal: principal, deadline: deadline)
            case .inSession(let id, let work):
                return try await goOn(work, inSession: id, intake, principal: principal, deadline: deadline, executor: executor)
            }
        } catch {
            return refuse(error)
        }
    }

    /// The response to a request that the embedding code refuses. It contains the request's id if that can be read.
    /// - Parameter body: the request's body. Empty if it was not read.
    public func refuse(_ error: MCPError, body: [UInt8] = [], revision: Revision = .newestLegacy) -> MCPHTTPResponse {
        let refusal = encode(error, id: RequestID(ofMessage: body, limits: settings.jsonLimits), revision: revision)
        return .json(refusal.message, status: refusal.status, challenge: refusal.challenge)
    }

    func refuse(_ refusal: HTTPRefusal) -> MCPHTTPResponse {
        var response = MCPHTTPResponse.json(
            MessageEncoder.error(refusal.id, refusal.error), status: refusal.status, challenge: refusal.error.challenge, allow: refusal.allow)
        // Too many open streams or running calls. Some of them end within seconds.
        if refusal.status == 429 { response.head.headerFields[.retryAfter] = "5" }
        return response
    }

    /// Runs a call without a session.
    private func runAlone(
        _ call: Call, _ accepted: AcceptedTypes, principal: Principal, deadline: ContinuousClock.Instant?, executor: (any TaskExecutor)?
    ) async -> MCPHTTPResponse {
        guard call.method.mayStream, accepted.events, !isBrief(call, principal) else {
            return wrap(await perform(call, principal: principal, deadline: deadline, sink: nil), accepted)
        }
        let channel = EventChannel(limit: settings.streamBufferCount)
        // When the response is a stream, its reader owns this task.
        let handler = Task.immediate(executorPreference: executor) {
            channel.finish(await perform(call, principal: principal, deadline: deadline, sink: channel))
        }
        if case .response(let response) = channel.settled { return wrap(response, accepted) }
        let tick = ticker.add { channel.keepAlive() }
        let opening = await withTaskCancellationHandler {
            await channel.opening()
        } onCancel: {
            handler.cancel()
        }
        guard case .response(let response) = opening else {
            return .events(EventStream(EventChannel.Frames(channel, handler: handler) { [ticker] in ticker.remove(tick) }))
        }
        ticker.remove(tick)
        return wrap(response, accepted)
    }

    /// Whether the call sends nothing before its response: the client asked for neither progress nor log messages.
    private func isBrief(_ call: Call, _ principal: Principal) -> Bool {
        guard call.method == .callTool, let tools, let name = call.calledTool(of: tools, for: principal), tools.isBrief(name, for: principal) else {
            return false
        }
        guard let meta = call.params["_meta"] else { return true }
        return meta[MetaKey.progressToken] == nil && meta[MetaKey.logLevel] == nil
    }

    /// The HTTP response for a message. For a client that accepts only streams, it is a stream of one event.
    func wrap(_ response: EncodedResponse, _ accepted: AcceptedTypes) -> MCPHTTPResponse {
        if !accepted.json, response.status == 200 { return .event(response.message) }
        return .json(response.message, status: response.status, challenge: response.challenge)
    }

    func runBatch(
        _ entries: [BatchEntry], _ revision: Revision, principal: Principal, deadline: ContinuousClock.Instant?
    ) async -> MCPHTTPResponse {
        let responses = await performInOrder(entries, revision, principal: principal, deadline: deadline)
        let refused = responses.first { $0.status == 401 }
        let allInvalid = responses.allSatisfy { $0.status == 400 }
        let status = refused?.status ?? (allInvalid ? 400 : 200)
        return .json(BatchEntry.join(responses.map(\.message)), status: status, challenge: refused?.challenge)
    }

    private func listen(_ call: Call, _ accepted: AcceptedTypes, principal: Principal) async -> MCPHTTPResponse {
        guard accepted.events else {
            var refusal = HTTPRefusal(status: 406, "Accept must admit text/event-stream")
            refusal.id = call.id
            return refuse(refusal)
        }
        do {
            return .events(EventStream(SubscriptionFrames(try await subscription(call, principal: principal))))
        } catch {
            return wrap(encode(error, id: call.id, revision: call.revision), .both)
        }
    }
}
