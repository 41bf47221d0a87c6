import HTTPTypes
import Identity
import JSON
import MCP
import Tools

extension Composition {
    /// The routes of the main listener.
    var router: Router {
        let rest = RESTCallers(callers: callers, authorization: domains.authorization, addresses: addresses, spans: spans)
        let tools = ToolRoutes(dispatcher: dispatcher, callers: rest)
        let authorization = domains.authorization
        let visitors = Visitors(directory: authorization.directory)
        let signIn = SignInPages(authorization: authorization, visitors: visitors)
        let devices = DevicePages(authorization: authorization, visitors: visitors)
        let registration = RegistrationRoutes(authorization: authorization)
        let wellKnown = WellKnown(authorization: authorization, applications: domains.applications)
        let exact =
            signIn.routes + AuthorizePages(authorization: authorization, visitors: visitors).routes + devices.routes
            + ConnectionPages(authorization: authorization, visitors: visitors).routes + TokenRoutes(authorization: authorization).routes
            + registration.routes + UserInfoRoutes(authorization: authorization, visitors: visitors).routes
            + JSONSignIn(authorization: authorization, visitors: visitors).routes
        let below = wellKnown.below + registration.below + devices.below
        var fixed: [(path: String, route: Route)] = operations + documents + CasdoorREST(dispatcher: dispatcher, callers: rest).routes
        fixed += exact.map { ($0.path, $0.route.forStrangers(visitors)) }
        var open: [(prefix: String, route: Route)] = below.map { ($0.prefix, $0.route.forStrangers(visitors)) }
        open += tools.below + FileRoutes(files: domains.files, callers: callers).below
        open += WebhookRoute(workflows: domains.workflows).below.map { ($0.prefix, $0.route.forStrangers(visitors)) }
        let own = fixed.map { $0.path } + open.map { $0.prefix } + ["/api/mcp", "/api/sse"]
        let records = RecordRoutes(dispatcher: dispatcher, callers: rest, reserved: Router.segments(of: own, below: RecordRoutes.prefix))
        return Router(mcp: endpoint(server, questions: nil), exact: fixed, below: open + records.below)
    }

    /// The routes of the question server.
    var questionRouter: Router {
        let questions = QuestionRoutes(
            dispatcher: questionDispatcher, callers: callers, authorization: domains.authorization, addresses: addresses, pictures: domains.pictures,
            log: log)
        return Router(
            mcp: endpoint(questionServer, questions: addresses.questionPath),
            exact: operations.filter { $0.path != "/metrics" } + questions.exact, below: questions.below)
    }

    private func endpoint(_ server: MCPServer<RequestPrincipal>, questions: String?) -> MCPEndpoint {
        MCPEndpoint(
            server: server, callers: callers, authorization: domains.authorization, addresses: addresses, questions: questions,
            anonymousDiscovery: settings.anonymousDiscovery, spans: spans)
    }

    /// Every path of the main listener except the MCP endpoint, with its methods.
    package var routes: [String: String] { router.table }

    /// Every path of the question server except the MCP endpoint, with its methods.
    package var questionRoutes: [String: String] { questionRouter.table }

    private var operations: [(path: String, route: Route)] {
        [
            ("/health/live", Route("live", .anyHost, get: { _ in .json(#"{"status":"live"}"#) }).brief),
            (
                "/health/ready",
                Route(
                    "ready", .anyHost,
                    get: { [readiness] _ in
                        guard let reason = await readiness.notReady() else { return .json(#"{"status":"ready"}"#) }
                        return .json(["reason": .string(reason)], status: .serviceUnavailable)
                    })
            ),
            (
                "/metrics",
                Route(
                    "metrics", .ownOrigin,
                    get: { [metrics] _ in
                        Response(status: .ok, headers: [.contentType: "text/plain; version=0.0.4"], body: Array(metrics.exposition().utf8))
                    })
            ),
        ]
    }

    /// The files that pages load, and the documents that describe the interface.
    private var documents: [(path: String, route: Route)] {
        [
            ("/assets/gatehouse.css", Route("assets", .ownOrigin, get: { _ in Assets.stylesheetResponse })),
            ("/assets/gatehouse.svg", Route("assets", .ownOrigin, get: { _ in Assets.iconResponse })),
            (
                "/openapi.json",
                Route(
                    "openapi", .namedOrigins,
                    get: { [dispatcher, settings] context in
                        // Without anonymous discovery, callers without a credential must not learn of tools here either.
                        guard settings.anonymousDiscovery else { return .notFound }
                        return .document(OpenAPI(dispatcher.toolbox.definitions, origin: context.origin).document)
                    })
            ),
        ]
    }
}
