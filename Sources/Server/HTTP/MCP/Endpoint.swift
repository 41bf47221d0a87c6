import OAuth

/// Whether a path is the MCP endpoint. It is matched in any case and with or without a slash at the end, because clients change both.
enum Endpoint: Hashable, Sendable {
    /// - Parameter workspace: nil is the main workspace.
    case mcp(workspace: String?)
    /// The transport of 2024-11-05, HTTP+SSE, to the same.
    case sse(workspace: String?)
    /// For the ``Router`` to find.
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
        case ["api", "mcp"], ["mcp"]: self = .mcp(workspace: nil)
        case ["api", "sse"]: self = .sse(workspace: nil)
        case let words where words.count == 4 && words[0] == "api" && words[1] == "__app" && Resources.isWorkspaceName(words[2]):
            switch words[3] {
            case "mcp": self = .mcp(workspace: words[2])
            case "sse": self = .sse(workspace: words[2])
            default: self = .other
            }
        default: self = .other
        }
    }

    /// The question server's: its transport of 2024-11-05 has a path of its own for what is posted.
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
