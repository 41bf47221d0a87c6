import HTTPTypes
import Hummingbird
import MCP
import NIOCore
import Tools

/// The outermost layer of all that is not MCP: finds the endpoint, judges host and origin, lets it answer, adds the fields that every answer has, counts and logs.
struct EdgeResponder: HTTPResponder {
    let router: Router
    let policy: OriginPolicy
    let origins: PublicOrigin
    /// Nil where no question server listens.
    let addresses: ListenerAddresses?
    let proxies: TrustedProxies
    let limits: ConnectionLimits
    let bodies: BodyBudget
    let connections: Connections
    let metrics: Metrics
    let log: RequestLog
    /// Keeps causes that no client sees.
    let sink: LogSink

    func respond(to request: Request, context: EdgeContext) async throws -> Response {
        let peer = proxies.client(of: request.head, peer: context.peer)
        var entry = RequestLog.Entry(start: .now, id: RequestIDs.one(), peer: peer, method: request.method.rawValue)
        let path = (request.head.path ?? "/").prefix { $0 != "?" }
        var response = await respond(to: request, at: path, on: context.channel, &entry)
        EdgeFields.complete(&response.headers, isSecure: origins.isSecure)
        // RFC 9110 section 9.3.2: a body would be read as the start of the next answer.
        if request.method == .head { response = response.createHeadResponse() }
        entry.status = response.status.code
        metrics.request(status: entry.status)
        log.write(entry)
        return response
    }

    private func respond(to request: Request, at path: Substring, on channel: any Channel, _ entry: inout RequestLog.Entry) async -> Response {
        guard let found = router.find(path) else {
            entry.route = "none"
            return Exchange.wantsPage(request.head) ? MessagePage.notFound.page.response(.notFound) : .notFound
        }
        let route = found.route
        entry.route = route.name
        if let refusal = refusal(of: request.head, at: route) {
            entry.error = "origin"
            return refusal
        }
        if request.method == .options { return preflight(request.head, route) }
        guard let handler = route.handler(for: request.method) else {
            var response = Response.plain(405, "method_not_allowed")
            response.headers[.allow] = route.allow
            return opened(response, request.head, route)
        }
        var exchange = Exchange(
            request: request, rest: found.rest, workspace: found.workspace, address: entry.peer, origin: origins.origin(of: request.head),
            questions: addresses?.audience(from: origins.origin(of: request.head)), ownOrigins: origins.own(host: request.head.authority),
            maximumBody: limits.maximumBody, bodies: bodies, channel: channel, connections: connections, entry: entry)
        let response: Response
        do {
            response = try await handler(&exchange)
            entry = exchange.entry
        } catch {
            entry = exchange.entry
            response = answer(to: error, exchange, isPage: route.isPage, &entry)
        }
        return opened(response, request.head, route)
    }

    /// What `Host` and `Origin` forbid.
    private func refusal(of head: HTTPRequest, at route: Route) -> Response? {
        guard route.reach != .anyHost else { return nil }
        let pages = route.reach == .namedOrigins ? head.headerFields[values: .origin] : []
        // Two origins are no origin, whatever they say.
        switch policy.judge(host: head.authority, origin: pages.isEmpty ? nil : pages.joined(separator: ", ")) {
        case .allowed: break
        case .refusedHost: return .plain(403, "host_not_allowed")
        case .refusedOrigin: return .plain(403, "origin_not_allowed")
        }
        // A page of another origin has no business with pages and what they post to; forms are judged closer, see `Provenance`.
        guard route.reach == .ownOrigin, head.method != .get, head.method != .head else { return nil }
        return Provenance(head, own: origins.own(host: head.authority)) == .foreign ? MessagePage.foreignForm.page.response(.forbidden) : nil
    }

    private func preflight(_ head: HTTPRequest, _ route: Route) -> Response {
        switch route.reach {
        case .anyOrigin:
            var response = Response(status: .noContent)
            response.headers[.accessControlAllowMethods] = route.allow
            response.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, Accept, MCP-Protocol-Version"
            response.headers[.accessControlMaxAge] = "86400"
            return opened(response, head, route)
        case .namedOrigins:
            let answer = CORS.preflight(head, extraHeaders: ["x-role"]).head
            return Response(status: answer.status, headers: answer.headerFields)
        case .ownOrigin, .anyPage, .anyHost:
            return Response(status: .noContent, headers: [.allow: route.allow])
        }
    }

    /// Lets the pages that may read an answer read it.
    private func opened(_ response: Response, _ head: HTTPRequest, _ route: Route) -> Response {
        var response = response
        switch route.reach {
        case .anyOrigin:
            response.headers[.accessControlAllowOrigin] = "*"
            response.headers[.accessControlExposeHeaders] = "WWW-Authenticate, Retry-After"
        case .namedOrigins:
            // What a cache keeps for one page it must not give to another.
            if response.headers[.cacheControl] != nil { response.headers[.vary] = "Origin" }
            CORS.allow(head, &response.head)
        case .ownOrigin, .anyPage, .anyHost:
            break
        }
        return response
    }
}
