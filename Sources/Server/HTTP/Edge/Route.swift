import HTTPTypes

/// What a path does for each method, and which origins may use it.
struct Route: Sendable {
    typealias Handler = @Sendable (inout RequestContext) async throws -> Response

    /// Which pages and hosts may ask.
    enum Reach: Hashable, Sendable {
        /// Pages of any origin, and never with cookies: discovery, and what clients call on their own account.
        case anyOrigin
        /// Pages of the origins that the operator named.
        case namedOrigins
        /// As ``namedOrigins``, on an endpoint of MCP, where the head alone can refuse a request before its body is asked for.
        case endpoint
        /// This server's own pages, and what is no page.
        case ownOrigin
        /// As a page that other sites lead to, also with a form; what it does of its own is checked by its handler.
        case anyPage
        /// Also under undeclared host names, for health checks.
        case anyHost
    }

    /// The name in logs; from a closed list.
    let name: String
    let reach: Reach
    let handlers: [HTTPRequest.Method: Handler]
    /// Whether the work never occupies its thread for more than a millisecond: then it runs on the connection's event loop (I17).
    var isBrief = false
    /// What answers methods that have no handler of their own; nil where those are refused.
    private var others: Handler?

    init(_ name: String, _ reach: Reach, get: Handler? = nil, post: Handler? = nil, put: Handler? = nil, delete: Handler? = nil) {
        self.init(
            name, reach, handlers: [HTTPRequest.Method.get: get, .post: post, .put: put, .delete: delete].compactMapValues(\.self))
    }

    init(_ name: String, _ reach: Reach, handlers: [HTTPRequest.Method: Handler]) {
        self.name = name
        self.reach = reach
        self.handlers = handlers
    }

    /// An endpoint of MCP, which checks methods itself.
    init(endpoint name: String, _ handler: @escaping Handler) {
        self.init(name, .endpoint, handlers: [:])
        others = handler
        isBrief = true
    }

    /// The handler of a method; HEAD is a GET whose body is dropped.
    func handler(for method: HTTPRequest.Method) -> Handler? { handlers[method == .head ? .get : method] ?? others }

    /// Whether people read the responses.
    var isPage: Bool { reach == .ownOrigin || reach == .anyPage }

    /// The same route, whose work is brief.
    var brief: Route {
        var route = self
        route.isBrief = true
        return route
    }

    /// The value of `Allow`.
    var allow: String {
        let methods = handlers.keys.map(\.rawValue) + (handlers[.get] == nil ? [] : ["HEAD"]) + ["OPTIONS"]
        return methods.sorted().joined(separator: ", ")
    }
}
