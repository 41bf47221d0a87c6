import HTTPTypes
import MCP

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
