import HTTPTypes
import OAuth

/// The routes of a listener by path. Paths are compared exactly, except for those of the MCP endpoints (see ``Endpoint``).
struct Router: Sendable {
    /// What a path leads to.
    struct Found: Sendable {
        let route: Route
        /// What follows the route's prefix; empty where it has none.
        var rest: Substring = ""
        /// The workspace that the path names; nil for the main one.
        var workspace: String?
    }

    private let endpoint: @Sendable (Substring) -> Endpoint
    private let mcp: Route
    private let sse: Route
    private let exact: [String: Route]
    /// Routes that own everything below a path; few, and looked at last.
    private let below: [(prefix: String, route: Route)]

    /// - Parameters:
    ///   - mcp: the endpoints.
    ///   - exact: paths, each once.
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

    /// Every path beside those of the endpoints with its methods, as the documentation has them; `…` stands for what follows a prefix.
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
        // Every interface of the main workspace is there again for each other one.
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
