import Access
import HTTPTypes
import Identity
import JSON
import MCP
import OAuth
import Tools

/// The question server's operations over REST: without an envelope at `/mcp/NAME`, with one at `/api/v1/mcp/NAME`.
struct QuestionRoutes: Sendable {
    let dispatcher: Dispatcher
    let callers: Callers
    let authorization: AuthorizationServer
    let addresses: ListenerAddresses
    let pictures: ChartPictures?
    let log: LogSink

    private static let prefixes = [(path: "/mcp/", isEnveloped: false), (path: "/api/v1/mcp/", isEnveloped: true)]
    /// Operations whose response has the members both in the envelope and beside it, for clients of either form.
    private static let both: Set<String> = ["mcp_start", "access_token"]
    /// Operations whose response is a stream unless the caller requests otherwise.
    private static let streamed: Set<String> = ["mcp_question", "mcp_assistant"]

    var exact: [(path: String, route: Route)] {
        let names = dispatcher.toolbox.definitions.flatMap { [$0.name] + $0.aliases.keys.sorted() }
        return Self.prefixes.flatMap { prefix in
            names.map { name in
                (prefix.path + name, Route("questions", .namedOrigins, post: { try await answer(name, prefix.isEnveloped, &$0) }))
            }
        } + [
            ("/.well-known/oauth-protected-resource", Route("well-known", .anyOrigin, get: { resource($0, path: "/mcp") }))
        ]
    }

    var below: [(prefix: String, route: Route)] {
        [
            ("/images/", Route("images", .anyOrigin, get: { picture($0) })),
            ("/.well-known/oauth-protected-resource/", Route("well-known", .anyOrigin, get: { resource($0, path: "/" + $0.rest) })),
        ]
    }

    /// Serves a picture. The response is the same for a wrong name, an expired name and a deleted picture.
    private func picture(_ context: RequestContext) -> Response {
        guard let picture = pictures?.find(String(context.rest)) else { return .notFound }
        return Response(
            status: .ok, headers: [.contentType: "image/png", .cacheControl: "private, max-age=3600"],
            body: picture)
    }

    /// The metadata document that names the issuer of the question server's tokens (RFC 9728).
    /// - Parameter path: the path of the endpoint in the client's spelling, because the client compares it with its own URL.
    private func resource(_ context: RequestContext, path: String) -> Response {
        guard Endpoint(questionPath: path[...]) == .mcp(workspace: nil) else { return .notFound }
        let metadata = ResourceMetadata(
            resource: addresses.questions(from: context.origin) + path, issuer: addresses.main(from: context.origin), scopes: ["ask"])
        return .document(metadata.document)
    }

    private func answer(_ name: String, _ isEnveloped: Bool, _ context: inout RequestContext) async throws -> Response {
        do {
            var arguments = try ToolRoutes.arguments(try await context.body())
            let query = try context.parameters()
            // Only this operation takes a token from the query, because its page puts one there. The log contains no queries.
            if name == "mcp_ws_list", arguments["token"] == nil, let token = query["token"] { arguments["token"] = .string(token) }
            let properties = dispatcher.toolbox.properties(of: name)
            arguments = dispatcher.toolbox.withoutNulls(arguments, of: name)
            // An argument that is still null is required, and is reported as missing.
            arguments = JSONObject(arguments.filter { properties[$0.key] != nil && !$0.value.isNull }.map { ($0.key, $0.value) })
            // Authenticated first, so that an invalid credential is refused before the arguments are checked.
            let principal: RequestPrincipal
            do { principal = try await self.principal(&context) } catch { throw dispatcher.told(error, by: name, arguments) }
            if let missing = dispatcher.toolbox.required(of: name).filter({ arguments[$0] == nil }).first { return Self.missing(missing) }
            if Self.streamed.contains(name), Self.wantsStream(arguments) { return try await stream(name, arguments, principal, context) }
            let outcome = try await dispatcher.call(name, arguments: arguments, for: principal, CallContext())
            let value = try JSONValue(parsing: outcome.structured.bytes, limits: JSONLimits(maximumByteCount: .max, maximumDepth: 64))
            if Self.streamed.contains(name) { return .json(value) }
            let payload = value["data"].flatMap { $0.array == nil ? nil : $0 } ?? value
            guard isEnveloped || Self.both.contains(name) else { return .json(payload) }
            var answer: JSONObject = ["code": 0, "data": payload, "msg": .null]
            if Self.both.contains(name) { for (member, value) in payload.object ?? [:] { answer[member] = value } }
            return .json(.object(answer))
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            let failure = Failure(refusal)
            context.entry.error = failure.code
            var response = Response.json(.string(refusal.reason), status: .init(code: failure.status))
            if refusal.code == .unauthorized {
                response.headers[.wwwAuthenticate] = Challenge(origin: addresses.questions(from: context.origin), path: "/mcp").value(scope: "ask")
            }
            response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" }
            return response
        }
    }

    private static func wantsStream(_ arguments: JSONObject) -> Bool {
        arguments["stream"]?.flagOfClients ?? true
    }

    /// Sends the parts of an answer as they become available.
    private func stream(_ name: String, _ arguments: JSONObject, _ principal: RequestPrincipal, _ context: RequestContext) async throws -> Response {
        let stream = AnswerStream(
            sendsEvents: context.head.headerFields[.accept]?.contains("text/event-stream") ?? false, language: arguments["lang"]?.string
        ) { [log, id = context.entry.id] error in log.failure("\(error)", request: id) }
        return try await stream.response(context.cancellation) { [dispatcher] listener in
            _ = try await dispatcher.call(name, arguments: arguments, for: principal, CallContext(), listener: listener)
        }
    }

    private static func missing(_ name: String) -> Response {
        .json(
            ["detail": [["type": "missing", "loc": ["body", .string(name)], "msg": "Field required", "input": .null]]],
            status: .init(code: 422))
    }

    /// The caller according to the header. Anonymous without one, because the arguments of an operation may contain a token.
    private func principal(_ context: inout RequestContext) async throws -> RequestPrincipal {
        let facts = addresses.questionFacts(context.origin, context.address)
        let credential = Credential(authorization: context.request.authorization)
        let judge = { @Sendable [callers] in try await callers.questionCaller(for: credential, facts) }
        let caller = try await judge()
        context.entry.caller = caller.isAnonymous ? "" : caller.label
        return RequestPrincipal(
            caller: caller, packages: .all, requestID: context.entry.id,
            challenge: Challenge(origin: addresses.questions(from: context.origin), path: "/mcp"), cancellation: context.cancellation,
            question: QuestionAccess(
                callers, authorization, shown: credential, role: context.request.role, isQuestionServer: true, facts: { facts }),
            renewal: judge)
    }
}
