import HTTPTypes
import MCP

/// Handles every request of one listener, from its head to its response.
///
/// 1. ``RequestHeadHandler`` parses the head and refuses an ambiguous one. ``RequestHandler`` serves the requests of a connection in sequence.
/// 2. ``context(_:on:last:)`` finds the route of the target and begins to receive the body, within ``ConnectionLimits`` and ``BodyBudget``.
/// 3. ``respond(to:)`` checks host and origin, responds to a preflight, and runs the route's handler for the method. ``Failure`` maps an error that
///    the handler throws to a response.
/// 4. Headers let permitted pages read the response. It is counted and logged, and ``ResponseWriter`` adds the fields that every response has.
///
/// Handlers authenticate the caller by its credential and run every tool through `Dispatcher.call`: over MCP in ``MCPEndpoint``, over REST in
/// `Compatibility`. Brief handlers run on the connection's event loop, all others in the global pool.
final class Edge: Sendable {
    let router: Router
    let policy: OriginPolicy
    let origins: PublicOrigin
    /// Nil without a question server.
    let addresses: ListenerAddresses?
    let proxies: TrustedProxies
    let limits: ConnectionLimits
    let bodies: BodyBudget
    let fields: ResponseFields
    let metrics: Metrics
    let log: RequestLog
    /// Logs the causes of errors that clients do not see.
    let sink: LogSink

    init(
        router: Router, policy: OriginPolicy, origins: PublicOrigin, addresses: ListenerAddresses?, proxies: TrustedProxies, limits: ConnectionLimits,
        metrics: Metrics, log: RequestLog, sink: LogSink
    ) {
        self.router = router
        self.policy = policy
        self.origins = origins
        self.addresses = addresses
        self.proxies = proxies
        self.limits = limits
        bodies = BodyBudget(maximum: limits.maximumBodies)
        fields = ResponseFields(isSecure: origins.isSecure)
        self.metrics = metrics
        self.log = log
        self.sink = sink
    }

    /// The context of a request whose head has arrived.
    /// - Parameter last: the target of the previous request on the connection, which is often the same.
    func context(_ head: RequestHead, on connection: HTTPConnection, last: Target?) -> RequestContext {
        let target = if let last, last.isTarget(of: head) { last } else { Target(head, router: router, policy: policy, origins: origins) }
        let peer = proxies.client(of: head.request, peer: connection.peer)
        var entry = RequestLog.Entry(start: .now, id: connection.requestIDs.next(), peer: peer, method: head.request.method.rawValue)
        entry.route = target.found?.route.name ?? "none"
        let body = IncomingBody(of: head, limits: limits, budget: bodies, peer: peer)
        return RequestContext(request: head, target: target, incoming: body, connection: connection, edge: self, entry: entry)
    }

    /// A refusal that needs only the head of a request to an MCP endpoint: the request comes from a foreign page, or its body is too large
    /// or compressed. It is sent before the body is requested. Nil for all other requests, which ``respond(to:)`` checks.
    func refusal(byHeadOf context: RequestContext) -> Response? {
        guard let route = context.target.found?.route, route.reach == .endpoint else { return nil }
        if let refusal = refusal(of: context, at: route) {
            var refused = context
            refused.entry.error = "origin"
            return finished(refusal, refused)
        }
        guard let failure = context.incoming.failure else { return nil }
        var refused = context
        return finished(opened(response(to: failure, &refused), context, route), refused)
    }

    /// The response to a request. Cancelling the task cancels a call over MCP, including its database query. For a session's call, for
    /// which the client may reconnect, only the wait ends.
    func respond(to request: RequestContext) async -> Response {
        var context = request
        return finished(await answer(&context), context)
    }

    private func answer(_ context: inout RequestContext) async -> Response {
        guard let route = context.target.found?.route else { return context.wantsPage ? MessagePage.notFound.page.response(.notFound) : .notFound }
        if route.reach != .endpoint, let refusal = refusal(of: context, at: route) {
            context.entry.error = "origin"
            return refusal
        }
        if context.method == .options { return preflight(context, route) }
        guard let handler = route.handler(for: context.method) else {
            var response = Response.plain(405, "method_not_allowed")
            response.headers[.allow] = route.allow
            return opened(response, context, route)
        }
        do {
            return opened(try await handler(&context), context, route)
        } catch {
            return opened(response(to: error, &context), context, route)
        }
    }

    private func finished(_ response: Response, _ context: RequestContext) -> Response {
        var entry = context.entry
        entry.status = response.head.status.code
        metrics.request(status: entry.status)
        log.write(entry)
        return response
    }
}

/// The hosts and pages that may send requests, and the pages that may read the responses (B01 to B03).
extension Edge {
    /// The refusal of a request because of its `Host` or `Origin`.
    func refusal(of context: RequestContext, at route: Route) -> Response? {
        guard route.reach != .anyHost else { return nil }
        let origins = route.reach == .endpoint || route.reach == .namedOrigins ? context.request.origins : []
        let decision: OriginPolicy.Decision =
            switch (origins.isEmpty, route.reach) {
            case (true, _): context.target.decision
            case (false, .endpoint): policy.check(host: context.target.host, origins: origins)
            // A request with two origins is malformed.
            case (false, _): policy.check(host: context.target.host, origin: origins.joined(separator: ", "))
            }
        guard decision == .allowed else { return refusal(decision, at: route) }
        // A page of another origin must not send anything to pages. Forms are checked further, see `Provenance`.
        guard route.reach == .ownOrigin, context.method != .get, context.method != .head, context.provenance == .foreign else { return nil }
        return MessagePage.foreignForm.page.response(.forbidden)
    }

    private func refusal(_ decision: OriginPolicy.Decision, at route: Route) -> Response? {
        if route.reach == .endpoint { return policy.refusal(decision) }
        return decision == .refusedHost ? .plain(403, "host_not_allowed") : .plain(403, "origin_not_allowed")
    }

    /// The response to a preflight of a permitted page.
    func preflight(_ context: RequestContext, _ route: Route) -> Response {
        switch route.reach {
        case .anyOrigin:
            var response = Response(status: .noContent)
            response.headers[.accessControlAllowMethods] = route.allow
            response.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, Accept, MCP-Protocol-Version"
            response.headers[.accessControlMaxAge] = "86400"
            return opened(response, context, route)
        case .endpoint: return CORS.preflight(context.head, extraHeaders: ["x-mcp-packages", "x-role"])
        case .namedOrigins:
            return CORS.preflight(context.head, extraHeaders: ["x-role", "x-data-source", "x-timezone", "x-locale", "x-with-acl-meta", "x-app"])
        case .ownOrigin, .anyPage, .anyHost: return Response(status: .noContent, headers: [.allow: route.allow])
        }
    }

    /// Adds the headers that let permitted pages read the response.
    func opened(_ response: Response, _ context: RequestContext, _ route: Route) -> Response {
        switch route.reach {
        case .ownOrigin, .anyPage, .anyHost: return response
        case .endpoint where context.request.origins.isEmpty: return response
        case .anyOrigin, .namedOrigins, .endpoint: break
        }
        var response = response
        if route.reach == .anyOrigin {
            response.headers[.accessControlAllowOrigin] = "*"
            response.headers[.accessControlExposeHeaders] = "WWW-Authenticate, Retry-After"
        } else {
            // A response that is cached for one page must not be served to another.
            if response.headers[.cacheControl] != nil { response.headers[.vary] = "Origin" }
            CORS.allow(context.head, &response.head)
        }
        return response
    }
}
