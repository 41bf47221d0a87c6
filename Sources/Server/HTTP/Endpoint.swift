/// What a path names. The endpoint of MCP is found in any case and with or without a slash at the end, since clients change both.
enum Endpoint: Hashable, Sendable {
    /// - Parameter workspace: nil is the main workspace.
    case mcp(workspace: String?)
    case live, ready, metrics
    /// Anything below `/.well-known/`.
    case wellKnown
    case none

    /// - Parameter path: the path of the request target, without its query.
    init(path: Substring) {
        if path == "/api/mcp" || path == "/mcp" {
            self = .mcp(workspace: nil)
            return
        }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        let words = parts.prefix(5).map { $0.lowercased() }
        switch words {
        case ["api", "mcp"], ["mcp"]: self = .mcp(workspace: nil)
        case let words where words.count == 4 && words[0] == "api" && words[1] == "__app" && words[3] == "mcp" && !words[2].isEmpty:
            self = .mcp(workspace: words[2])
        case let words where words.first == ".well-known": self = .wellKnown
        case ["health", "live"]: self = .live
        case ["health", "ready"]: self = .ready
        case ["metrics"]: self = .metrics
        default: self = .none
        }
    }

    /// The name of the route in logs and metrics.
    var name: String {
        switch self {
        case .mcp: "mcp"
        case .live: "live"
        case .ready: "ready"
        case .metrics: "metrics"
        case .wellKnown: "well-known"
        case .none: "none"
        }
    }
}
