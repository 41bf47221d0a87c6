import Access
import HTTPTypes
import Identity
import JSON
import MCP
import NIOCore
import SQL
import Tools

/// The MCP endpoint of every workspace: judges head and credential, and hands the request to the protocol's server. Bytes in, bytes out.
final class MCPEndpoint: Sendable {
    let server: MCPServer<Requester>
    let callers: Callers
    let authorization: AuthorizationServer
    let addresses: ListenerAddresses
    /// On the question server, where the credential says the workspace, the path below which a proxy has it; nil on the main listener.
    let questions: String?
    let policy: OriginPolicy
    let origins: PublicOrigin
    let proxies: TrustedProxies
    let limits: ConnectionLimits
    let bodies: BodyBudget
    let anonymousDiscovery: Bool
    let metrics: Metrics
    let log: RequestLog
    /// Nil where nobody collects traces.
    let spans: (any SpanRecorder)?
    private let date = HTTPDate()
    private let isSecure: Bool

    init(
        server: MCPServer<Requester>, callers: Callers, authorization: AuthorizationServer, addresses: ListenerAddresses, questions: String?,
        policy: OriginPolicy, origins: PublicOrigin, proxies: TrustedProxies,
        limits: ConnectionLimits,
        bodies: BodyBudget, anonymousDiscovery: Bool, metrics: Metrics, log: RequestLog, spans: (any SpanRecorder)?
    ) {
        self.server = server
        self.callers = callers
        self.authorization = authorization
        self.addresses = addresses
        self.questions = questions
        self.policy = policy
        self.origins = origins
        self.proxies = proxies
        self.limits = limits
        self.bodies = bodies
        self.anonymousDiscovery = anonymousDiscovery
        self.metrics = metrics
        self.log = log
        self.spans = spans
        isSecure = origins.isSecure
    }

    func exchange(_ head: MCPHead, at place: MCPPlace, on connection: MCPConnection) -> MCPExchange {
        let peer = proxies.client(of: head.request, peer: connection.peer)
        var entry = RequestLog.Entry(start: .now, id: connection.requestIDs.next(), peer: peer, method: head.request.method.rawValue)
        entry.route = place.isSSE ? "sse" : "mcp"
        return MCPExchange(head: head, place: place, connection: connection, entry: entry)
    }

    /// What can be said of a request by its head alone: from a foreign page, too large, or packed; or a question of a browser before the request.
    func refusal(_ exchange: MCPExchange) -> MCPHTTPResponse? {
        let head = exchange.head
        let verdict = head.origins.isEmpty ? exchange.place.verdict : policy.judge(host: exchange.place.host, origins: head.origins)
        if let refusal = policy.refusal(verdict) { return logged(refusal, exchange, "origin") }
        if let declared = head.declaredLength, declared > limits.maximumBody { return tooLarge(exchange) }
        if let encoding = head.encoding, encoding.lowercased() != "identity" {
            return refused(415, "unsupported_encoding", exchange, "body")
        }
        return nil
    }

    func tooLarge(_ exchange: MCPExchange) -> MCPHTTPResponse { refused(413, "too_large", exchange, "too_large") }

    /// The bodies of too many large requests are coming in.
    func noRoom(_ exchange: MCPExchange) -> MCPHTTPResponse {
        var answer = refused(503, "busy", exchange, "busy")
        answer.head.headerFields[.retryAfter] = "1"
        return answer
    }

    /// The work ends with the task, down to the database; of a session's call, which its client may come back for, only the waiting.
    func respond(to exchange: MCPExchange, body: [UInt8]) async -> MCPHTTPResponse {
        let request = exchange.head.request
        var entry = exchange.entry
        var answer: MCPHTTPResponse
        if request.method == .options {
            answer = CORS.preflight(request, extraHeaders: ["x-mcp-packages", "x-role"])
        } else {
            answer = await self.answer(exchange, body, &entry)
            if !exchange.head.origins.isEmpty { CORS.allow(request, &answer.head) }
        }
        write(&entry, answer)
        return answer
    }

    /// Fields that every answer has.
    func complete(_ head: inout HTTPResponse) {
        EdgeFields.complete(&head.headerFields, isSecure: isSecure)
        head.headerFields[.date] = date.now
    }

    func whole(_ head: HTTPResponse, _ body: [UInt8]) -> WholeAnswer {
        WholeAnswer(fields: head.headerFields, body: body, isSecure: isSecure, date: date.now)
    }

    private func answer(_ exchange: MCPExchange, _ body: [UInt8], _ entry: inout RequestLog.Entry) async -> MCPHTTPResponse {
        let head = exchange.head
        let request = head.request
        let challenge = exchange.place.challenge
        let workspace = exchange.place.workspace
        do {
            let credential =
                head.authorization.isEmpty
                ? Credential(request, origin: challenge.origin, own: origins.own(host: request.authority))
                : Credential(authorization: head.authorization)
            let questionFacts = addresses.questionFacts(challenge.origin, entry.peer)
            let judge = {
                @Sendable [
                    callers, role = head.role, facts = EndpointFacts(origin: challenge.origin, address: entry.peer), isQuestion = questions != nil
                ] in
                if isQuestion { return try await callers.questionCaller(for: credential, questionFacts) }
                return try await callers.caller(for: credential, at: workspace, role: role, endpoint: facts)
            }
            let caller = try await judge()
            let opensSSE = questions != nil && request.method == .get && !exchange.place.isSSE && Self.asksForSSE(request)
            entry.workspace = caller.workspace.knownName ?? ""
            let withoutCredential = caller.isAnonymous ? Refusal.withoutCredential(request) : Callers.unauthorized
            // On the question server a call signs in, so that strangers have sessions there too.
            if caller.isAnonymous, questions == nil, !anonymousDiscovery || request.method != .post { throw withoutCredential }
            entry.caller = caller.isAnonymous ? "" : caller.label
            let trace = spans.map { RequestTrace($0, traceparent: head.traceparent) }
            let requester = Requester(
                caller: caller, packages: packages(head), requestID: entry.id, challenge: challenge, withoutCredential: withoutCredential,
                trace: trace,
                isConnection: exchange.place.isSSE || opensSSE,
                question: QuestionAccess(callers, authorization, shown: credential, facts: questionFacts, isQuestionServer: questions != nil),
                renewal: judge)
            if opensSSE {
                let path = (questions ?? "") + "/mcp/messages/?session_id="
                return server.openSSE(principal: requester) { path + $0 }
            }
            if exchange.place.isSSE { return await answerSSE(exchange, body, requester) }
            let answer = await server.respond(to: request, body: body, principal: requester, executor: exchange.connection.executor)
            entry.trace = trace?.id
            return answer
        } catch {
            return refuse(error, wasShown: !head.authorization.isEmpty, body, challenge, &entry)
        }
    }

    /// The transport of 2024-11-05: GET opens the one stream, POST sends messages to it.
    private func answerSSE(_ exchange: MCPExchange, _ body: [UInt8], _ requester: Requester) async -> MCPHTTPResponse {
        let parameter = questions == nil ? Self.connectionParameter : "session_id"
        let path = exchange.place.workspace.map { "/api/__app/\($0)/sse" } ?? "/api/sse"
        let request = exchange.head.request
        switch request.method {
        case .get where questions == nil: return server.openSSE(principal: requester) { "\(path)?\(parameter)=\($0)" }
        case .post: return await server.postSSE(body, connection: query(request, parameter).first ?? "", principal: requester)
        default:
            var answer = Self.plain(405, "method_not_allowed")
            answer.head.headerFields[.allow] = "GET, POST, OPTIONS"
            return answer
        }
    }

    /// A GET that opens the transport of 2024-11-05, and not the stream of a session.
    private static func asksForSSE(_ head: HTTPRequest) -> Bool {
        (head.headerFields[.accept]?.contains("text/event-stream") ?? false)
            && !head.headerFields.contains { $0.name.canonicalName == "mcp-session-id" }
    }

    private static let connectionParameter = "connection"

    /// Refuses a body; the page that sent it may read why.
    private func refused(_ status: Int, _ code: String, _ exchange: MCPExchange, _ error: String) -> MCPHTTPResponse {
        var answer = Self.plain(status, code)
        CORS.allow(exchange.head.request, &answer.head)
        return logged(answer, exchange, error)
    }

    private func logged(_ answer: MCPHTTPResponse, _ exchange: MCPExchange, _ error: String) -> MCPHTTPResponse {
        var entry = exchange.entry
        entry.error = error
        write(&entry, answer)
        return answer
    }

    private func write(_ entry: inout RequestLog.Entry, _ answer: MCPHTTPResponse) {
        entry.status = answer.head.status.code
        metrics.request(status: entry.status)
        log.write(entry)
    }

    private func packages(_ head: MCPHead) -> PackageSelection {
        if !head.packages.isEmpty { return PackageSelection(parsing: head.packages) }
        guard head.request.path?.utf8.contains(UInt8(ascii: "?")) == true else { return .standard }
        return PackageSelection(parsing: query(head.request, "packages"))
    }

    /// The values of a parameter of the query.
    private func query(_ head: HTTPRequest, _ name: String) -> [String] {
        guard let query = head.path?.split(separator: "?", maxSplits: 1).dropFirst().first else { return [] }
        return query.split(separator: "&").filter { $0.hasPrefix(name + "=") }.map { Self.percentDecoded($0.dropFirst(name.utf8.count + 1)) }
    }

    /// RFC 3986 section 2.1; what is no escape stands for itself.
    private static func percentDecoded(_ text: Substring) -> String {
        let input = Array(text.utf8)
        var out: [UInt8] = []
        var index = 0
        while index < input.count {
            if input[index] == UInt8(ascii: "%"), index + 2 < input.count,
                let byte = UInt8(String(decoding: input[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                out.append(byte)
                index += 3
            } else {
                out.append(input[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private func refuse(
        _ error: any Error, wasShown: Bool, _ body: [UInt8], _ challenge: Challenge, _ entry: inout RequestLog.Entry
    ) -> MCPHTTPResponse {
        if let throttled = error as? Throttled {
            entry.error = "throttled"
            var answer = server.refuse(
                MCPError(.unauthorized, "Unauthorized", data: "too many wrong secrets: wait and try again", httpStatus: 429), body: body)
            answer.head.headerFields[.retryAfter] = "\(throttled.seconds)"
            return answer
        }
        let refusal = error as? Refusal
        entry.error = refusal?.code.rawValue ?? "unavailable"
        switch refusal?.code {
        case .unauthorized:
            let value = challenge.value(error: wasShown ? "invalid_token" : nil)
            return server.refuse(.unauthorized(refusal?.reason ?? "", challenge: value), body: body)
        case .notFound:
            // Exactly as for a workspace that nobody has.
            return Self.plain(404, "not_found")
        case .forbidden:
            return server.refuse(.forbidden(refusal?.reason ?? ""), body: body)
        case .workspaceStopped:
            let reason = refusal?.reason ?? ""
            var answer = server.refuse(MCPError(.internalError, "Workspace stopped", data: .string(reason), httpStatus: 503), body: body)
            answer.head.headerFields[.retryAfter] = "\(Refusal.stoppedRetry)"
            return answer
        default:
            return Self.plain(503, "unavailable")
        }
    }

    private static func plain(_ status: Int, _ code: String) -> MCPHTTPResponse {
        MCPHTTPResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"]),
            body: .bytes(Array("{\"error\":\"\(code)\"}".utf8)))
    }
}

extension HTTPRequest {
    /// Where the client's trace stands; nil unless it is said once.
    var traceparent: String? {
        let values = headerFields[values: .traceparent]
        return values.count == 1 ? values[0] : nil
    }
}
