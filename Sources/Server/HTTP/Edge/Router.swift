import HTTPTypes
import MCP
import OAuth
import Tools

/// The routes of a listener by path. Paths are compared exactly, except for those of the MCP endpoints (see ``Endpoint``).
struct Router: Sendable {
    /// The route of a path, with the variable parts of the path.
    struct Found: Sendable {
        let route: Route
        /// The path after the route's prefix. Empty for a route without a prefix.
        var rest: Substring = ""
        /// The workspace in the path. Nil for the main workspace.
        var workspace: String?
    }

    private let endpoint: @Sendable (Substring) -> Endpoint
    private let mcp: Route
    private let sse: Route
    private let exact: [String: Route]
    /// Routes for everything below a prefix. They are few and are checked last.
    private let below: [(prefix: String, route: Route)]

    /// - Parameters:
    ///   - mcp: the MCP endpoints.
    ///   - exact: unique paths.
    ///   - below: prefixes that end with a slash.
    init(mcp: MCPEndpoint, exact: [(path: String, route: Route)], below: [(prefix: String, route: Route)]) {
        let isMain = mcp.questions == nil
        endpoint = { isMain ? Endpoint(path: $0) : Endpoint(questionPath: $0) }
        self.mcp = mcp.route
        sse = mcp.sseRoute
        self.exact = Dictionary(exact.map { ($0.path, $0.route) }) { _, _ in preconditionFailure("a path has two routes") }
        self.below = below
    }

    /// The first segments of all paths below a prefix.
    static func segments(of paths: [String], below prefix: String) -> Set<String> {
        Set(paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count).prefix { $0 != "/" }) })
    }

    /// Every path except those of the endpoints, with its methods, in the format of the documentation; `…` stands for the rest after a
    /// prefix.
    var table: [String: String] {
        let all = exact.map { ($0.key, $0.value) } + below.map { ($0.prefix + "…", $0.route) }
        return Dictionary(all.map { ($0.0, $0.1.handlers.keys.map(\.rawValue).sorted().joined(separator: ", ")) }) { first, _ in first }
    }

    /// The route of a path.
    func find(_ path: Substring) -> Found? {
        switch endpoint(path) {
        case .mcp(let workspace): return Found(route: mcp, workspace: workspace)
        case .sse(let workspace): return Found(route: sse, workspace: workspace)
        case .other: break
        }
        guard path.hasPrefix(Self.applicationPrefix) else { return lookUp(path) }
        // For the other workspaces, every API path also exists below /api/__app/WORKSPACE/.
        let inner = path.dropFirst(Self.applicationPrefix.count)
        guard let slash = inner.firstIndex(of: "/"), Resources.isWorkspaceName(inner[..<slash]), var found = lookUp("/api" + inner[slash...]),
            found.route.reach == .namedOrigins || found.route.reach == .anyOrigin
        else { return nil }
        found.workspace = inner[..<slash].lowercased()
        return found
    }

    private static let applicationPrefix = "/api/__app/"

    private func lookUp(_ path: Substring) -> Found? {
        if let route = exact[String(path)] { return Found(route: route) }
        guard let found = below.first(where: { path.hasPrefix($0.prefix) }) else { return nil }
        return Found(route: found.route, rest: path.dropFirst(found.prefix.count))
    }
}

/// The handlers of a path by method, and the origins that may use it.
struct Route: Sendable {
    typealias Handler = @Sendable (inout RequestContext) async throws -> Response

    /// Which pages and hosts may send requests.
    enum Reach: Hashable, Sendable {
        /// Pages of any origin, but never with cookies: discovery, and endpoints that clients call directly.
        case anyOrigin
        /// Pages of the configured origins.
        case namedOrigins
        /// The same as ``namedOrigins``, for an MCP endpoint: the head alone can refuse a request before its body is requested.
        case endpoint
        /// Pages of this server, and clients that are not pages.
        case ownOrigin
        /// Pages of any site, also with a form, because other sites lead here. The handler checks its own forms.
        case anyPage
        /// Undeclared host names too, for health checks.
        case anyHost
    }

    /// The name in logs, from a fixed list.
    let name: String
    let reach: Reach
    let handlers: [HTTPRequest.Method: Handler]
    /// Whether the work never occupies its thread for more than a millisecond. It then runs on the connection's event loop (I17).
    var isBrief = false
    /// The handler of all other methods. Nil if they are refused.
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

    /// An MCP endpoint, which checks methods itself.
    init(endpoint name: String, _ handler: @escaping Handler) {
        self.init(name, .endpoint, handlers: [:])
        others = handler
        isBrief = true
    }

    /// The handler of a method. HEAD uses the handler of GET; its body is dropped.
    func handler(for method: HTTPRequest.Method) -> Handler? { handlers[method == .head ? .get : method] ?? others }

    /// Whether people read the responses.
    var isPage: Bool { reach == .ownOrigin || reach == .anyPage }

    /// The same route, marked as brief.
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

/// The facts that depend only on the target and the host of a request. A connection computes them for the first such request.
final class Target: Sendable {
    /// Path and query in origin form.
    let text: String
    let host: String?
    /// The route of the path. Nil without one.
    let found: Router.Found?
    /// The decision of the policy for the host alone.
    let decision: OriginPolicy.Decision
    /// Scheme, host and port of the server as this client knows it.
    let origin: String
    /// In the requested spelling, because clients compare the document's `resource` with their own URL (RFC 9728 section 3.3).
    let challenge: Challenge

    init(_ head: RequestHead, router: Router, policy: OriginPolicy, origins: PublicOrigin) {
        let text = head.request.path ?? "/"
        self.text = text
        host = head.request.authority
        let path = text.utf8.firstIndex(of: UInt8(ascii: "?")).map { text[..<$0] } ?? text[...]
        found = router.find(path)
        decision = policy.check(host: host, origin: nil)
        origin = origins.origin(host: host)
        challenge = Challenge(origin: origin, path: String(path))
    }

    func isTarget(of head: RequestHead) -> Bool { text == head.request.path && host == head.request.authority }
}
