import Access
import HTTPTypes
import Identity
import JSON
import MCP
import OAuth
import Tools

/// The question server's operations over REST: without an envelope at `/mcp/NAME`, in an envelope at `/api/v1/mcp/NAME`.
struct QuestionRoutes: Sendable {
    let dispatcher: Dispatcher
    let callers: Callers
    let authorization: AuthorizationServer
    let addresses: ListenerAddresses
    let pictures: ChartPictures?
    let log: LogSink

    private static let prefixes = [(path: "/mcp/", isEnveloped: false), (path: "/api/v1/mcp/", isEnveloped: true)]
    /// Operations that answer as a stream unless the caller says otherwise.
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

    /// A wrong name, one that has ended and one whose picture is gone are alike.
    private func picture(_ exchange: Exchange) -> Response {
        guard let picture = pictures?.find(String(exchange.rest)) else { return .notFound }
        return Response(
            status: .ok, headers: [.contentType: "image/png", .cacheControl: "private, max-age=3600"],
            body: picture)
    }

    /// RFC 9728: whose tokens open the question server.
    /// - Parameter path: of the endpoint, in the spelling that the client compares with its own URL.
    private func resource(_ exchange: Exchange, path: String) -> Response {
        guard Endpoint(questionPath: path[...]) == .mcp(workspace: nil) else { return .notFound }
        let metadata = ResourceMetadata(
            resource: addresses.questions(from: exchange.origin) + path, issuer: addresses.main(from: exchange.origin), scopes: ["ask"])
        return .document(metadata.document)
    }

    private func answer(_ name: String, _ isEnveloped: Bool, _ exchange: inout Exchange) async throws -> Response {
        do {
            var arguments = try ToolRoutes.arguments(try await exchange.body())
            let query = try exchange.parameters()
            // Tokens in a query string are for the one operation whose page has them there; the log has no queries.
            if name == "mcp_ws_list", arguments["token"] == nil, let token = query["token"] { arguments["token"] = .string(token) }
            let properties = dispatcher.toolbox.properties(of: name)
            arguments = JSONObject(arguments.filter { properties[$0.key] != nil && !$0.value.isNull }.map { ($0.key, $0.value) })
            // A bad credential is refused before anything is said of the arguments.
            let requester = try await requester(&exchange)
            if let missing = dispatcher.toolbox.required(of: name).filter({ arguments[$0] == nil }).first { return Self.missing(missing) }
            if Self.streamed.contains(name), Self.wantsStream(arguments) { return try await stream(name, arguments, requester, exchange) }
            let outcome = try await dispatcher.call(name, arguments: arguments, for: requester, CallContext())
            let value = try JSONValue(parsing: outcome.structured.bytes, limits: JSONLimits(maximumByteCount: .max, maximumDepth: 64))
            if Self.streamed.contains(name) { return .json(value) }
            let payload = value["data"].flatMap { $0.array == nil ? nil : $0 } ?? value
            return .json(isEnveloped ? ["code": 0, "data": payload, "msg": .null] : payload)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            let failure = Failure(refusal)
            exchange.entry.error = failure.code
            var response = Response.json(.string(refusal.reason), status: .init(code: failure.status))
            if refusal.code == .unauthorized {
                response.headers[.wwwAuthenticate] = Challenge(origin: addresses.questions(from: exchange.origin), path: "/mcp").value(scope: "ask")
            }
            response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" }
            return response
        }
    }

    private static func wantsStream(_ arguments: JSONObject) -> Bool {
        arguments["stream"]?.bool ?? (arguments["stream"]?.string?.lowercased() != "false")
    }

    /// The parts of an answer as they come.
    private func stream(_ name: String, _ arguments: JSONObject, _ requester: Requester, _ exchange: Exchange) async throws -> Response {
        let stream = AnswerStream(
            sendsEvents: exchange.head.headerFields[.accept]?.contains("text/event-stream") ?? false, language: arguments["lang"]?.string
        ) { [log, id = exchange.entry.id] error in log.failure("\(error)", request: id) }
        return try await stream.response(exchange.cancellation) { [dispatcher] listener in
            _ = try await dispatcher.call(name, arguments: arguments, for: requester, CallContext(), listener: listener)
        }
    }

    private static func missing(_ name: String) -> Response {
        .json(
            ["detail": [["type": "missing", "loc": ["body", .string(name)], "msg": "Field required", "input": .null]]],
            status: .init(code: 422))
    }

    /// Whoever the header names, or nobody yet: operations take a token among their arguments as well.
    private func requester(_ exchange: inout Exchange) async throws -> Requester {
        let facts = addresses.questionFacts(exchange.origin, exchange.address)
        let credential = Credential(authorization: exchange.request.authorization)
        let judge = { @Sendable [callers] in try await callers.questionCaller(for: credential, facts) }
        let caller = try await judge()
        exchange.entry.caller = caller.isAnonymous ? "" : caller.label
        return Requester(
            caller: caller, packages: .all, requestID: exchange.entry.id,
            challenge: Challenge(origin: addresses.questions(from: exchange.origin), path: "/mcp"), cancellation: exchange.cancellation,
            question: QuestionAccess(
                callers, authorization, shown: credential, role: exchange.request.role, isQuestionServer: true, facts: { facts }),
            renewal: judge)
    }
}
