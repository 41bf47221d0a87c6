import HTTPTypes
import MCP

/// The way of a request through one listener, from its head to its response; everything that answers over HTTP passes this page.
///
/// 1. ``RequestHeadHandler`` reads the head once, and refuses one that could be read in two ways. ``RequestHandler`` takes one request of a
///    connection at a time.
/// 2. ``context(_:on:last:)`` finds the route of its target and begins to take its body, within ``ConnectionLimits`` and ``BodyBudget``.
/// 3. ``respond(to:)`` checks host and origin, answers a preflight, and runs the route's handler for the method; what the handler throws becomes a
///    response by the one table, ``Failure``.
/// 4. The response is opened to the pages that may read it, counted and logged; ``ResponseWriter`` adds the fields that every response has.
///
/// Handlers find the caller by its credential, and end in `Dispatcher.call` for everything that is a tool: over MCP in ``MCPEndpoint``, over REST in
/// `Compatibility`. They run on the connection's own event loop when they are brief, else on the pool of all tasks.
final class Edge: Sendable {
    let router: Router
    let policy: OriginPolicy
    let origins: PublicOrigin
    /// Nil where no question server listens.
    let addresses: ListenerAddresses?
    let proxies: TrustedProxies
    let limits: ConnectionLimits
    let bodies: BodyBudget
    let fields: ResponseFields
    let metrics: Metrics
    let log: RequestLog
    /// Keeps causes that no client sees.
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

    /// A request whose head has come.
    /// - Parameter last: of the request before on its connection: mostly it is the same.
    func context(_ head: RequestHead, on connection: HTTPConnection, last: Target?) -> RequestContext {
        let target = if let last, last.isTarget(of: head) { last } else { Target(head, router: router, policy: policy, origins: origins) }
        let peer = proxies.client(of: head.request, peer: connection.peer)
        var entry = RequestLog.Entry(start: .now, id: connection.requestIDs.next(), peer: peer, method: head.request.method.rawValue)
        entry.route = target.found?.route.name ?? "none"
        let body = IncomingBody(of: head, limits: limits, budget: bodies, peer: peer)
        return RequestContext(request: head, target: target, incoming: body, connection: connection, edge: self, entry: entry)
    }

    /// The response to a request on an endpoint of MCP that is refused before any of its body is asked for: it comes from a foreign page, or its body
    /// is too large or packed. Nil for all others, which are checked in ``respond(to:)``.
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

    /// The response to a request. The work for a call over MCP ends with the task, down to the database; of a session's call, which its client may come
    /// back for, only the waiting.
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

/// Which hosts and pages may send requests, and which pages may read the responses (B01 to B03).
extension Edge {
    /// What `Host` and `Origin` forbid.
    func refusal(of context: RequestContext, at route: Route) -> Response? {
        guard route.reach != .anyHost else { return nil }
        let origins = route.reach == .endpoint || route.reach == .namedOrigins ? context.request.origins : []
        let decision: OriginPolicy.Decision =
            switch (origins.isEmpty, route.reach) {
            case (true, _): context.target.decision
            case (false, .endpoint): policy.check(host: context.target.host, origins: origins)
            // Two origins are no origin, whatever they say.
            case (false, _): policy.check(host: context.target.host, origin: origins.joined(separator: ", "))
            }
        guard decision == .allowed else { return refusal(decision, at: route) }
        // A page of another origin has no business with pages and what they post to; forms are checked closer, see `Provenance`.
        guard route.reach == .ownOrigin, context.method != .get, context.method != .head, context.provenance == .foreign else { return nil }
        return MessagePage.foreignForm.page.response(.forbidden)
    }

    private func refusal(_ decision: OriginPolicy.Decision, at route: Route) -> Response? {
        if route.reach == .endpoint { return policy.refusal(decision) }
        return decision == .refusedHost ? .plain(403, "host_not_allowed") : .plain(403, "origin_not_allowed")
    }

    /// The answer to a preflight of a page that may ask.
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

    /// Lets the pages that may read a response read it.
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
            // What a cache keeps for one page it must not give to another.
            if response.headers[.cacheControl] != nil { response.headers[.vary] = "Origin" }
            CORS.allow(context.head, &response.head)
        }
        return response
    }
}
