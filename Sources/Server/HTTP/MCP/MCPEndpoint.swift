import Access
import HTTPTypes
import Identity
import JSON
import MCP
import OAuth
import Tools

/// The MCP endpoints of one listener. They authenticate the caller and pass the request to the MCP server.
final class MCPEndpoint: Sendable {
    let server: MCPServer<RequestPrincipal>
    let callers: Callers
    let authorization: AuthorizationServer
    let addresses: ListenerAddresses
    /// On the question server, whose workspace depends on the credential, the path at which a proxy serves it. Nil on the main listener.
    let questions: String?
    let anonymousDiscovery: Bool
    /// Nil without a trace collector.
    let spans: (any SpanRecorder)?

    init(
        server: MCPServer<RequestPrincipal>, callers: Callers, authorization: AuthorizationServer, addresses: ListenerAddresses, questions: String?,
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

    var route: Route { Route(endpoint: "mcp") { [self] context in try await serve(&context, isSSE: false) } }

    /// The HTTP+SSE transport of 2024-11-05.
    var sseRoute: Route { Route(endpoint: "sse") { [self] context in try await serve(&context, isSSE: true) } }

    private func serve(_ context: inout RequestContext, isSSE: Bool) async throws -> Response {
        if questions == nil { context.chosenWorkspace = context.namedWorkspace }
        let body = try await context.body()
        do {
            return try await hand(&context, body, isSSE: isSSE)
        } catch let error where error is Refusal || error is Throttled {
            return refuse(error, body, &context)
        }
    }

    private func hand(_ context: inout RequestContext, _ body: [UInt8], isSSE: Bool) async throws -> Response {
        let request = context.head
        let opensSSE = isSSE ? questions == nil && request.method == .get : questions != nil && request.method == .get && Self.asksForSSE(request)
        let principal = try await principal(&context, isConnection: isSSE || opensSSE)
        if opensSSE { return server.openSSE(principal: principal) { [path = ssePath(context)] in path + $0 } }
        if isSSE { return await answerSSE(context, body, principal) }
        let response = await server.respond(to: request, body: body, principal: principal, executor: context.executor)
        context.entry.trace = principal.trace?.id
        return response
    }

    /// The calling principal.
    /// - Throws: ``Refusal`` for an invalid credential, and for a missing one if a credential is required.
    private func principal(_ context: inout RequestContext, isConnection: Bool) async throws -> RequestPrincipal {
        let (request, credential) = (context.request, context.credential)
        let questionFacts = { @Sendable [addresses, origin = context.origin, address = context.address] in addresses.questionFacts(origin, address)
        }
        let check = {
            @Sendable [
                callers, role = request.role, workspace = context.workspace, isQuestion = questions != nil,
                facts = EndpointFacts(origin: context.origin, address: context.address)
            ] in
            if isQuestion { return try await callers.questionCaller(for: credential, questionFacts()) }
            return try await callers.caller(for: credential, at: workspace, role: role, endpoint: facts, onMCP: true)
        }
        let caller = try await check()
        context.entry.workspace = caller.workspace.knownName ?? ""
        let withoutCredential = caller.isAnonymous ? Refusal.withoutCredential(context.head) : Callers.unauthorized
        // On the question server a call signs the caller in, so anonymous callers have sessions there too.
        if caller.isAnonymous, questions == nil, !anonymousDiscovery || context.method != .post { throw withoutCredential }
        context.entry.caller = caller.isAnonymous ? "" : caller.label
        return RequestPrincipal(
            caller: caller, packages: packages(context), requestID: context.entry.id, challenge: challenge(context),
            cancellation: context.cancellation,
            withoutCredential: withoutCredential,
            trace: spans.map { RequestTrace($0, traceparent: request.traceparent) }, isConnection: isConnection,
            question: QuestionAccess(
                callers, authorization, shown: credential, role: request.role, isQuestionServer: questions != nil, facts: questionFacts),
            renewal: check)
    }

    /// The challenge in the requested spelling, including the path at which a proxy serves the question server. If a header or the query
    /// names a workspace, it is the challenge of that workspace's endpoint.
    private func challenge(_ context: RequestContext) -> Challenge {
        let called = context.target.challenge
        if let name = context.chosenWorkspace, name == context.workspace, name != Workspace.mainName {
            return Challenge(origin: called.origin, path: Resources.apiPath(of: name) + "/mcp")
        }
        return questions == nil ? called : Challenge(origin: addresses.questions(from: called.origin), path: called.path)
    }

    // MARK: The transport of 2024-11-05

    /// GET opens the stream, POST sends messages to the server.
    private func answerSSE(_ context: RequestContext, _ body: [UInt8], _ principal: RequestPrincipal) async -> Response {
        guard context.method == .post else {
            var response = Response.plain(405, "method_not_allowed")
            response.headers[.allow] = "GET, POST, OPTIONS"
            return response
        }
        return await server.postSSE(body, connection: context.queryValues(parameter).first ?? "", principal: principal)
    }

    /// The query parameter that identifies the connection in the URL for posts.
    private var parameter: String { questions == nil ? "connection" : "session_id" }

    /// The URL for posts, without the name of the connection.
    private func ssePath(_ context: RequestContext) -> String {
        if let questions { return "\(questions)/mcp/messages/?\(parameter)=" }
        return "\(Resources.apiPath(of: context.workspace))/sse?\(parameter)="
    }

    /// Whether a GET opens the transport of 2024-11-05, as opposed to the stream of a session.
    private static func asksForSSE(_ head: HTTPRequest) -> Bool {
        (head.headerFields[.accept]?.contains("text/event-stream") ?? false)
            && !head.headerFields.contains { $0.name.canonicalName == "mcp-session-id" }
    }

    private func packages(_ context: RequestContext) -> PackageSelection {
        if !context.request.packages.isEmpty { return PackageSelection(parsing: context.request.packages) }
        guard context.target.text.utf8.contains(UInt8(ascii: "?")) else { return .standard }
        return PackageSelection(parsing: context.queryValues("packages"))
    }

    /// The protocol's response to a refused request, with the id of its message. An error that is not a refusal means that the credential
    /// could not be checked; the call itself may be valid.
    private func refuse(_ error: any Error, _ body: [UInt8], _ context: inout RequestContext) -> Response {
        let refusal = error as? Refusal
        let failure = refusal.map { Failure($0) } ?? Failure(error)
        let isThrottled = error is Throttled
        context.entry.error = failure.code
        let told: MCPError
        switch refusal?.code {
        case .unauthorized:
            let challenge = challenge(context).value(error: context.request.authorization.isEmpty ? nil : "invalid_token")
            told = .unauthorized(refusal?.reason ?? "", challenge: challenge)
        case .forbidden: told = .forbidden(refusal?.reason ?? "")
        case .workspaceStopped:
            told = MCPError(.internalError, "Workspace stopped", data: .string(refusal?.reason ?? ""), httpStatus: failure.status)
        case nil where isThrottled:
            told = MCPError(.unauthorized, "Unauthorized", data: "too many wrong secrets: wait and try again", httpStatus: failure.status)
        // The same response as for a workspace that does not exist.
        case .notFound:
            told = MCPError(
                .invalidRequest, "Not found", data: "there is no workspace of this name in which you have a right", httpStatus: failure.status)
        default: return .plain(failure.status, failure.code)
        }
        var response = server.refuse(told, body: body)
        response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" }
        return response
    }
}

extension RequestContext {
    /// The values of a query parameter, in order. Invalid escapes stay unchanged (RFC 3986 section 2.1).
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
