import Access
import HTTPTypes
import Identity
import JSON
import MCP
import Tools

/// The MCP endpoints of one listener: finds the caller and passes the request to the protocol's server.
final class MCPEndpoint: Sendable {
    let server: MCPServer<Requester>
    let callers: Callers
    let authorization: AuthorizationServer
    let addresses: ListenerAddresses
    /// On the question server, where the credential says the workspace, the path below which a proxy has it; nil on the main listener.
    let questions: String?
    let anonymousDiscovery: Bool
    /// Nil where nobody collects traces.
    let spans: (any SpanRecorder)?

    init(
        server: MCPServer<Requester>, callers: Callers, authorization: AuthorizationServer, addresses: ListenerAddresses, questions: String?,
        anonymousDiscovery: Bool, spans: (any SpanRecorder)?
    ) {
        self.server = server
        self.callers = callers
        self.authorization = authorization
        self.addresses = addresses
        self.questions = questions
        self.anonymousDiscovery = anonymousDiscovery
        self.spans = spans
    }

    var route: Route { Route(endpoint: "mcp") { [self] exchange in try await serve(&exchange, isSSE: false) } }

    /// The transport of 2024-11-05, HTTP+SSE.
    var sseRoute: Route { Route(endpoint: "sse") { [self] exchange in try await serve(&exchange, isSSE: true) } }

    private func serve(_ exchange: inout Exchange, isSSE: Bool) async throws -> Response {
        let body = try await exchange.body()
        do {
            return try await hand(&exchange, body, isSSE: isSSE)
        } catch {
            return refuse(error, body, &exchange)
        }
    }

    private func hand(_ exchange: inout Exchange, _ body: [UInt8], isSSE: Bool) async throws -> Response {
        let request = exchange.head
        let opensSSE = isSSE ? questions == nil && request.method == .get : questions != nil && request.method == .get && Self.asksForSSE(request)
        let requester = try await requester(&exchange, isConnection: isSSE || opensSSE)
        if opensSSE { return server.openSSE(principal: requester) { [path = ssePath(exchange)] in path + $0 } }
        if isSSE { return await answerSSE(exchange, body, requester) }
        let response = await server.respond(to: request, body: body, principal: requester, executor: exchange.executor)
        exchange.entry.trace = requester.trace?.id
        return response
    }

    /// Who asks, as the protocol's server checks by it.
    /// - Throws: ``Refusal`` for a bad credential, and for none where one is needed.
    private func requester(_ exchange: inout Exchange, isConnection: Bool) async throws -> Requester {
        let (request, credential) = (exchange.request, exchange.credential)
        let questionFacts = { @Sendable [addresses, origin = exchange.origin, address = exchange.address] in addresses.questionFacts(origin, address)
        }
        let judge = {
            @Sendable [
                callers, role = request.role, workspace = exchange.workspace, isQuestion = questions != nil,
                facts = EndpointFacts(origin: exchange.origin, address: exchange.address)
            ] in
            if isQuestion { return try await callers.questionCaller(for: credential, questionFacts()) }
            return try await callers.caller(for: credential, at: workspace, role: role, endpoint: facts, onMCP: true)
        }
        let caller = try await judge()
        exchange.entry.workspace = caller.workspace.knownName ?? ""
        let withoutCredential = caller.isAnonymous ? Refusal.withoutCredential(exchange.head) : Callers.unauthorized
        // On the question server a call signs in, so that strangers have sessions there too.
        if caller.isAnonymous, questions == nil, !anonymousDiscovery || exchange.method != .post { throw withoutCredential }
        exchange.entry.caller = caller.isAnonymous ? "" : caller.label
        return Requester(
            caller: caller, packages: packages(exchange), requestID: exchange.entry.id, challenge: challenge(exchange),
            cancellation: exchange.cancellation,
            withoutCredential: withoutCredential,
            trace: spans.map { RequestTrace($0, traceparent: request.traceparent) }, isConnection: isConnection,
            question: QuestionAccess(
                callers, authorization, shown: credential, role: request.role, isQuestionServer: questions != nil, facts: questionFacts),
            renewal: judge)
    }

    /// In the spelling that was called, and below the path where a proxy has the question server.
    private func challenge(_ exchange: Exchange) -> Challenge {
        let called = exchange.target.challenge
        return questions == nil ? called : Challenge(origin: addresses.questions(from: called.origin), path: called.path)
    }

    // MARK: The transport of 2024-11-05

    /// GET opens the one stream, POST sends messages to it.
    private func answerSSE(_ exchange: Exchange, _ body: [UInt8], _ requester: Requester) async -> Response {
        guard exchange.method == .post else {
            var response = Response.plain(405, "method_not_allowed")
            response.headers[.allow] = "GET, POST, OPTIONS"
            return response
        }
        return await server.postSSE(body, connection: exchange.queryValues(parameter).first ?? "", principal: requester)
    }

    /// Names the connection in the URL that a client posts to.
    private var parameter: String { questions == nil ? "connection" : "session_id" }

    /// Where a client posts to, up to the name of its connection.
    private func ssePath(_ exchange: Exchange) -> String {
        if let questions { return "\(questions)/mcp/messages/?\(parameter)=" }
        return "\(exchange.workspace.map { "/api/__app/\($0)/sse" } ?? "/api/sse")?\(parameter)="
    }

    /// A GET that opens the transport of 2024-11-05, and not the stream of a session.
    private static func asksForSSE(_ head: HTTPRequest) -> Bool {
        (head.headerFields[.accept]?.contains("text/event-stream") ?? false)
            && !head.headerFields.contains { $0.name.canonicalName == "mcp-session-id" }
    }

    private func packages(_ exchange: Exchange) -> PackageSelection {
        if !exchange.request.packages.isEmpty { return PackageSelection(parsing: exchange.request.packages) }
        guard exchange.target.text.utf8.contains(UInt8(ascii: "?")) else { return .standard }
        return PackageSelection(parsing: exchange.queryValues("packages"))
    }

    /// How the protocol has a refusal of the request as a whole, under the id of its message.
    private func refuse(_ error: any Error, _ body: [UInt8], _ exchange: inout Exchange) -> Response {
        let refusal = error as? Refusal
        let failure = refusal.map { Failure($0) } ?? Failure(error)
        let isThrottled = error is Throttled
        exchange.entry.error = refusal == nil && !isThrottled ? "unavailable" : failure.code
        let told: MCPError
        switch refusal?.code {
        case .unauthorized:
            let challenge = challenge(exchange).value(error: exchange.request.authorization.isEmpty ? nil : "invalid_token")
            told = .unauthorized(refusal?.reason ?? "", challenge: challenge)
        case .forbidden: told = .forbidden(refusal?.reason ?? "")
        case .workspaceStopped:
            told = MCPError(.internalError, "Workspace stopped", data: .string(refusal?.reason ?? ""), httpStatus: failure.status)
        case nil where isThrottled:
            told = MCPError(.unauthorized, "Unauthorized", data: "too many wrong secrets: wait and try again", httpStatus: failure.status)
        // Exactly as for a workspace that nobody has.
        case .notFound: return .notFound
        default:
            // The credential could not be looked up: nothing is wrong with the call.
            var response = Response.plain(503, "unavailable")
            response.headers[.retryAfter] = "1"
            return response
        }
        var response = server.refuse(told, body: body)
        response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" }
        return response
    }
}

extension Exchange {
    /// The values of a parameter of the query, wherever it stands; what is no escape in them stands for itself (RFC 3986 section 2.1).
    func queryValues(_ name: String) -> [String] {
        query.split(separator: "&").filter { $0.hasPrefix(name + "=") }.map { Self.percentDecoded($0.dropFirst(name.utf8.count + 1)) }
    }

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
}
