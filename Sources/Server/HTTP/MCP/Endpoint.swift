import OAuth

/// Whether a path is an MCP endpoint. Case and a trailing slash are ignored, because clients change both.
enum Endpoint: Hashable, Sendable {
    /// - Parameter workspace: nil for the main workspace.
    case mcp(workspace: String?)
    /// The HTTP+SSE transport of 2024-11-05 for the same workspaces.
    case sse(workspace: String?)
    /// Any other path, which the ``Router`` looks up.
    case other

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
        case ["mcp"]: self = .mcp(workspace: nil)
        case ["api", "sse"]: self = .sse(workspace: nil)
        case let words where words.count == 2 && words[0] == "api" && Resources.endpointNames.contains(words[1]): self = .mcp(workspace: nil)
        case let words where words.count == 4 && words[0] == "api" && words[1] == "__app" && Resources.isWorkspaceName(words[2]):
            switch words[3] {
            case "sse": self = .sse(workspace: words[2])
            case let name where Resources.endpointNames.contains(name): self = .mcp(workspace: words[2])
            default: self = .other
            }
        default: self = .other
        }
    }

    /// An endpoint of the question server. In its transport of 2024-11-05, clients post messages to another path.
    /// - Parameter questionPath: the path of the request target, without its query.
    init(questionPath path: Substring) {
        var path = path.lowercased()[...]
        if path.hasSuffix("/") { path.removeLast() }
        switch path {
        case "/mcp": self = .mcp(workspace: nil)
        case "/mcp/messages": self = .sse(workspace: nil)
        default: self = .other
        }
    }
}
