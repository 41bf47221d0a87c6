public import HTTPTypes

extension MCPServer {
    /// Answers one HTTP request on the endpoint.
    ///
    /// Credentials, `Host` and `Origin`, and the size of the body are judged before (see ``OriginPolicy``, ``refuse(_:body:revision:)``).
    /// When the client goes away, cancel the task that called, or the one that reads the events.
    /// - Parameters:
    ///   - deadline: when the work must be over; without one, after the settings' time.
    ///   - executor: where handlers run; nil for the global pool. It must never be blocked for long.
    public func respond(
        to request: HTTPRequest, body: [UInt8], principal: Principal, deadline: ContinuousClock.Instant? = nil,
        executor: (any TaskExecutor)? = nil
    ) async -> MCPHTTPResponse {
        let intake = HTTPIntake(served: served, settings: settings)
        do {
            switch try intake.read(request, body) {
            case .nothing: return .accepted
            case .call(let call, let accepted):
                return await run(call, accepted, principal: principal, deadline: deadline, executor: executor)
            case .batch(let entries, let revision):
                return await run(entries, revision, principal: principal, deadline: deadline)
            }
        } catch {
            return .json(MessageEncoder.error(error.id, error.error), status: error.status, challenge: error.error.challenge, allow: error.allow)
        }
    }

    /// Answers a request that the code around refuses, under the id of the request when that can be read.
    /// - Parameter body: the request's body, or empty when it was not read.
    public func refuse(_ error: MCPError, body: [UInt8] = [], revision: Revision = .newestLegacy) -> MCPHTTPResponse {
        let answer = answer(error, id: RequestID(ofMessage: body, limits: settings.jsonLimits), revision: revision)
        return .json(answer.message, status: answer.status, challenge: answer.challenge)
    }

    private func run(
        _ call: Call, _ accepted: AcceptedTypes, principal: Principal, deadline: ContinuousClock.Instant?, executor: (any TaskExecutor)?
    ) async -> MCPHTTPResponse {
        guard call.method.mayStream, accepted.events else {
            return respond(with: await answer(call, principal: principal, deadline: deadline, outlet: nil), accepted)
        }
        let channel = EventChannel(limit: settings.streamBufferCount)
        // Outlives this function when the response becomes a stream, whose reading then owns it.
        let handler = Task.immediate(executorPreference: executor) {
            channel.finish(await answer(call, principal: principal, deadline: deadline, outlet: channel))
        }
        if let answer = channel.response { return respond(with: answer, accepted) }
        let keepAlive = Task { [clock = settings.clock, interval = settings.keepAliveInterval] in
            // Either throws when there is nothing left to keep alive.
            while (try? await clock.sleep(for: interval)) != nil, (try? await channel.keepAlive()) != nil {}
        }
        let opening = await withTaskCancellationHandler {
            await channel.opening()
        } onCancel: {
            handler.cancel()
        }
        switch opening {
        case .response(let answer):
            keepAlive.cancel()
            return respond(with: answer, accepted)
        case .events:
            return .events(EventStream(channel, tasks: [handler, keepAlive]))
        }
    }

    private func respond(with answer: Answer, _ accepted: AcceptedTypes) -> MCPHTTPResponse {
        if !accepted.json, answer.status == 200 { return .event(answer.message) }
        return .json(answer.message, status: answer.status, challenge: answer.challenge)
    }

    private func run(
        _ entries: [BatchEntry], _ revision: Revision, principal: Principal, deadline: ContinuousClock.Instant?
    ) async -> MCPHTTPResponse {
        let answers = await answers(entries, revision, principal: principal, deadline: deadline)
        let refused = answers.first { $0.status == 401 }
        let allInvalid = answers.allSatisfy { $0.status == 400 }
        let status = refused?.status ?? (allInvalid ? 400 : 200)
        return .json(BatchEntry.join(answers.map(\.message)), status: status, challenge: refused?.challenge)
    }
}
