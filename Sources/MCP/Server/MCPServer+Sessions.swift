import HTTPTypes
import JSON

extension MCPServer {
    /// Answers the handshake, and gives a session where one can be kept.
    func shakeHands(_ call: Call, _ accepted: AcceptedTypes, principal: Principal, deadline: ContinuousClock.Instant?) async -> MCPHTTPResponse {
        let result = await handle(call, principal: principal, deadline: deadline, outlet: nil, door: nil)
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
            // The client goes on without a session, as it may.
            settings.reportFailure(error, call.method.rawValue)
        }
        return response
    }

    /// Goes on with a session that a request names.
    func goOn(
        _ work: SessionWork, inSession id: String, _ intake: HTTPIntake, principal: Principal, deadline: ContinuousClock.Instant?,
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
            // An invalid message gets an error among the others.
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

    /// A client's response to a question, wherever it was asked.
    private func take(_ id: RequestID, _ message: JSONObject, _ session: Session) async {
        // What answers nothing that was asked goes nowhere.
        guard !session.pending.answer(id, message), session.handsOn(answerTo: id) else { return }
        await node?.forward("answer", session, ["id": id.value, "message": .object(message)])
    }

    // MARK: Calls

    private func runInSession(
        _ call: Call, _ accepted: AcceptedTypes, _ session: Session, principal: Principal, deadline: ContinuousClock.Instant?,
        executor: (any TaskExecutor)?
    ) async -> MCPHTTPResponse {
        guard call.method.mayStream else {
            return wrap(await perform(call, principal: principal, deadline: deadline, outlet: nil), accepted)
        }
        let exchange = SessionExchange(session)
        session.began(call.id) { exchange.cancel() }
        // Outlives this function, and its stream's connection: the session owns it.
        let handler = Task.immediate(executorPreference: executor) {
            await exchange.finish(await perform(call, principal: principal, deadline: deadline, outlet: accepted.events ? exchange : nil))
            session.ended(call.id)
        }
        exchange.adopt(handler)
        if case .response(let response) = exchange.settled { return wrap(response, accepted) }
        let tick = accepted.events ? ticker.add { exchange.open() } : nil
        let opening = await withTaskCancellationHandler {
            await exchange.opening()
        } onCancel: {
            // The connection is lost, and that is no cancellation: the call gets a stream, which nobody reads as yet.
            exchange.open()
        }
        if let tick { ticker.remove(tick) }
        switch opening {
        case .response(let response): return wrap(response, accepted)
        case .nothing: return accepted.events ? .noEvents : .accepted
        case .events: return .events(EventStream(session.firstReader(of: exchange.log)))
        }
    }

    // MARK: Streams

    /// Opens the stream of a session, or goes on with one of its streams behind an event.
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
        // A stream on which nothing was written yet is known only where it is filled; one that carries news may begin again.
        let isStandalone = StreamLog.isStandalone(id.stream)
        if isForgotten, StreamLog.isStandaloneName(id.stream) { return .events(EventStream(try catchUp(session, principal))) }
        guard isKept || (id.number == 0 && (log != nil || isStandalone)) else {
            throw HTTPRefusal(status: 400, "Last-Event-ID names no event that is still kept")
        }
        if isStandalone { return .events(EventStream(try standalone(session, after: id, principal))) }
        return .events(EventStream(session.reader(of: id.stream, log, after: id.number)))
    }

    /// A new stream for a client that comes back for one whose events are long gone, or with a session of before this process: whatever is
    /// announced may have changed meanwhile.
    private func catchUp(_ session: Session, _ principal: Principal) throws(HTTPRefusal) -> LogReader {
        let reader = try standalone(session, after: nil, principal)
        for list in capabilities.announcedLists { session.news.offer(.changed(list)) }
        session.news.offer(.updatedResources())
        return reader
    }

    private func standalone(_ session: Session, after event: EventID?, _ principal: Principal) throws(HTTPRefusal) -> LogReader {
        let continuity = continuity
        let account = continuity?.account(principal) ?? session.owner
        guard let place = session.node.streams.enter(account) else { throw HTTPRefusal(status: 429, "Too many open streams") }
        return session.standaloneReader(
            after: event, place, audiences: continuity?.audiences(principal) ?? [],
            isCurrent: { await continuity?.isCurrent(principal) ?? false },
            isOpen: { [resources] in await resources?.tellsChanges(of: $0, topic: $1, to: principal) ?? false })
    }
}
