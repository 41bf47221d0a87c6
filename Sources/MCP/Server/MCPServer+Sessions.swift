import HTTPTypes
import JSON

extension MCPServer {
    /// Responds to the handshake, and begins a session if possible.
    func shakeHands(_ call: Call, _ accepted: AcceptedTypes, principal: Principal, deadline: ContinuousClock.Instant?) async -> MCPHTTPResponse {
        let result = await handle(call, principal: principal, deadline: deadline, sink: nil, promotion: nil)
        var response = wrap(encode(result, of: call), accepted)
        guard case .success = result, let continuity, let node, continuity.offersSessions, let owner = continuity.key(principal) else {
            return response
        }
        let audiences = continuity.audiences(principal)
        do {
            if let former = call.formerSession, let session = try await node.session(former, owner: owner, audiences: { audiences }) {
                try await node.end(session)
            }
            let claims = SessionClaims(
                revision: call.revision, client: Implementation(call.params["clientInfo"]),
                capabilities: ClientCapabilities(call.params["capabilities"]?.object ?? JSONObject()))
            response.head.headerFields[.sessionID] = try node.begin(claims, owner: owner, audiences: audiences)
        } catch {
            // The client continues without a session, which the protocol permits.
            settings.reportFailure(error, call.method.rawValue)
        }
        return response
    }

    /// Handles a request that names a session.
    func goOn(
        _ work: SessionWork, inSession id: String, _ intake: HTTPMessageReader, principal: Principal, deadline: ContinuousClock.Instant?,
        executor: (any TaskExecutor)?
    ) async throws(HTTPRefusal) -> MCPHTTPResponse {
        let session = try await find(id, principal, work.requestID)
        switch work {
        case .message(let message, let header, let accepted):
            switch message {
            case .notification(let name, let params):
                try intake.check(header, id: nil)
                if name == "notifications/cancelled" { await cancel(params, session) }
                return .accepted
            case .response(let id, let object):
                try intake.check(header, id: id)
                await take(id, object, session)
                return .accepted
            case .request(let id, let name, let params):
                try intake.check(header, id: id)
                let call = try intake.call(id, name, params, in: session)
                return await runInSession(call, accepted, session, principal: principal, deadline: deadline, executor: executor)
            }
        case .batch(let elements):
            let entries = try intake.batch(elements, in: session)
            // An invalid message gets an error response in the batch.
            for element in elements { if case .response(let id, let object)? = try? Message(element) { await take(id, object, session) } }
            if entries.isEmpty { return .accepted }
            return await runBatch(entries, session.claims.revision, principal: principal, deadline: deadline)
        case .open(let lastEventID): return try await open(session, lastEventID, principal: principal)
        case .end:
            do { try await node?.end(session) } catch { throw unavailable(error) }
            return MCPHTTPResponse(head: HTTPResponse(status: .noContent), body: .none)
        }
    }

    private func find(_ id: String, _ principal: Principal, _ requestID: RequestID?) async throws(HTTPRefusal) -> Session {
        do {
            if let node, let continuity, let owner = continuity.key(principal),
                let session = try await node.session(id, owner: owner, audiences: { continuity.audiences(principal) })
            {
                return session
            }
        } catch {
            throw unavailable(error)
        }
        var refusal = HTTPRefusal(status: 404, "Session not found")
        refusal.id = requestID
        throw refusal
    }

    private func unavailable(_ error: any Error) -> HTTPRefusal {
        settings.reportFailure(error, "session")
        return HTTPRefusal(status: 503, "Sessions are not available")
    }

    private func cancel(_ params: JSONObject?, _ session: Session) async {
        guard let id = params?["requestId"].flatMap({ RequestID($0) }), !session.cancel(id) else { return }
        await node?.forward("cancel", session, ["id": id.value])
    }

    /// Takes a client's response to a question, on whichever node the question was asked.
    private func take(_ id: RequestID, _ message: JSONObject, _ session: Session) async {
        // A response without a question is dropped.
        guard !session.pending.answer(id, message), session.handsOn(answerTo: id) else { return }
        await node?.forward("answer", session, ["id": id.value, "message": .object(message)])
    }

    // MARK: Calls

    private func runInSession(
        _ call: Call, _ accepted: AcceptedTypes, _ session: Session, principal: Principal, deadline: ContinuousClock.Instant?,
        executor: (any TaskExecutor)?
    ) async -> MCPHTTPResponse {
        guard call.method.mayStream else {
            return wrap(await perform(call, principal: principal, deadline: deadline, sink: nil), accepted)
        }
        let sink = SessionSink(session)
        session.began(call.id) { sink.cancel() }
        // The session owns this task, which outlives this function and the connection.
        let handler = Task.immediate(executorPreference: executor) {
            await sink.finish(await perform(call, principal: principal, deadline: deadline, sink: accepted.events ? sink : nil))
            session.ended(call.id)
        }
        sink.adopt(handler)
        if case .response(let response) = sink.settled { return wrap(response, accepted) }
        let tick = accepted.events ? ticker.add { sink.open() } : nil
        let opening = await withTaskCancellationHandler {
            await sink.opening()
        } onCancel: {
            // A lost connection does not cancel the call. The call gets a stream, which has no reader at first.
            sink.open()
        }
        if let tick { ticker.remove(tick) }
        switch opening {
        case .response(let response): return wrap(response, accepted)
        case .nothing: return accepted.events ? .noEvents : .accepted
        case .events: return .events(EventStream(session.firstReader(of: sink.log)))
        }
    }

    // MARK: Streams

    /// Opens the session's own stream, or resumes a stream after an event.
    private func open(_ session: Session, _ lastEventID: String?, principal: Principal) async throws(HTTPRefusal) -> MCPHTTPResponse {
        guard let lastEventID, !lastEventID.isEmpty else {
            return .events(EventStream(session.isRestored ? try catchUp(session, principal) : try standalone(session, after: nil, principal)))
        }
        guard let id = EventID(lastEventID) else { throw HTTPRefusal(status: 400, "Last-Event-ID names no event of this session") }
        let log = session.log(named: id.stream)
        let isKept: Bool
        let isForgotten: Bool
        do {
            let (events, key) = (session.node.events, StreamLog.key(id.stream, of: session.claims.handle))
            isKept = try await events.events(of: key, after: id.number, limit: 1) != nil
            isForgotten = isKept ? false : try await events.events(of: key, after: 0, limit: 1) == nil
        } catch {
            throw unavailable(error)
        }
        // Until its first event, only the node that fills a stream knows it. An unknown notification stream begins again.
        let isStandalone = StreamLog.isStandalone(id.stream)
        if isForgotten, StreamLog.isStandaloneName(id.stream) { return .events(EventStream(try catchUp(session, principal))) }
        guard isKept || (id.number == 0 && (log != nil || isStandalone)) else {
            throw HTTPRefusal(status: 400, "Last-Event-ID names no event that is still kept")
        }
        if isStandalone { return .events(EventStream(try standalone(session, after: id, principal))) }
        return .events(EventStream(session.reader(of: id.stream, log, after: id.number)))
    }

    /// Opens a new stream for a client whose old events are gone or whose session is older than this process. It announces every list and
    /// subscribed resource, because any of them may have changed in the meantime.
    private func catchUp(_ session: Session, _ principal: Principal) throws(HTTPRefusal) -> LogReader {
        let reader = try standalone(session, after: nil, principal)
        for list in capabilities.announcedLists { session.news.offer(.changed(list)) }
        session.news.offer(.updatedResources())
        return reader
    }

    private func standalone(_ session: Session, after event: EventID?, _ principal: Principal) throws(HTTPRefusal) -> LogReader {
        let continuity = continuity
        let account = continuity?.account(principal) ?? session.owner
        guard let slot = session.node.streams.enter(account) else { throw HTTPRefusal(status: 429, "Too many open streams") }
        return session.standaloneReader(
            after: event, slot, audiences: continuity?.audiences(principal) ?? [],
            isCurrent: { await continuity?.isCurrent(principal) ?? false },
            isOpen: { [resources] in await resources?.tellsChanges(of: $0, topic: $1, to: principal) ?? false })
    }
}
