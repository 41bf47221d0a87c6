import HTTPTypes
import OAuth

/// The table of all paths beside the MCP endpoint. Paths are compared as they are written.
struct Router: Sendable {
    private let exact: [String: Route]
    /// Routes that own everything below a path; few, and looked at last.
    private let below: [(prefix: String, route: Route)]

    /// - Parameters:
    ///   - exact: paths, each once.
    ///   - below: prefixes that end with a slash.
    init(exact: [(path: String, route: Route)], below: [(prefix: String, route: Route)]) {
        self.exact = Dictionary(exact.map { ($0.path, $0.route) }) { _, _ in preconditionFailure("a path has two routes") }
        self.below = below
    }

    /// Every path with its methods, as the documentation has them; `…` stands for what follows a prefix.
    var table: [String: String] {
        let all = exact.map { ($0.key, $0.value) } + below.map { ($0.prefix + "…", $0.route) }
        return Dictionary(all.map { ($0.0, $0.1.handlers.keys.map(\.rawValue).sorted().joined(separator: ", ")) }) { first, _ in first }
    }

    /// The route of a path, what follows its prefix, and the workspace that the path names.
    func find(_ path: Substring) -> (route: Route, rest: Substring, workspace: String?)? {
        if let found = lookUp(path) { return (found.route, found.rest, nil) }
        // Every interface of the main workspace is there again for each other one.
        guard path.hasPrefix(Self.applicationPrefix) else { return nil }
        let inner = path.dropFirst(Self.applicationPrefix.count)
        guard let slash = inner.firstIndex(of: "/"), Resources.isWorkspaceName(inner[..<slash]), let found = lookUp("/api" + inner[slash...]),
            found.route.reach == .namedOrigins
        else { return nil }
        return (found.route, found.rest, inner[..<slash].lowercased())
    }

    private static let applicationPrefix = "/api/__app/"

    private func lookUp(_ path: Substring) -> (route: Route, rest: Substring)? {
        if let route = exact[String(path)] { return (route, "") }
        guard let found = below.first(where: { path.hasPrefix($0.prefix) }) else { return nil }
        return (found.route, path.dropFirst(found.prefix.count))
    }
}
