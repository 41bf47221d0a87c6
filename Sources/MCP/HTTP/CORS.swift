public import HTTPTypes

/// The headers that let pages of other origins use the endpoint and the documents beside it. Credentials (cookies) are never allowed.
public enum CORS {
    /// The answer to a preflight whose origin was allowed before (see ``OriginPolicy``): 204, before any credentials are looked at.
    /// - Parameter extraHeaders: names of request headers that the code around reads.
    public static func preflight(_ request: HTTPRequest, extraHeaders: [String] = []) -> MCPHTTPResponse {
        var head = HTTPResponse(status: .noContent)
        head.headerFields[.accessControlAllowMethods] = "GET, POST, DELETE, OPTIONS"
        head.headerFields[.accessControlAllowHeaders] = (known + extraHeaders + mirrored(in: request)).joined(separator: ", ")
        head.headerFields[.accessControlMaxAge] = "86400"
        allow(request, &head)
        return MCPHTTPResponse(head: head, body: .none)
    }

    /// Marks a response as readable by the page that asked; changes nothing when no page did.
    public static func allow(_ request: HTTPRequest, _ head: inout HTTPResponse) {
        guard let origin = request.headerFields[.origin] else { return }
        head.headerFields[.accessControlAllowOrigin] = origin
        head.headerFields[.accessControlExposeHeaders] = "WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After"
        head.headerFields[.vary] = "Origin"
    }

    private static let known = [
        "Authorization", "Content-Type", "Accept", "MCP-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Last-Event-ID", "DPoP",
    ]

    /// The headers asked for that mirror arguments.
    private static func mirrored(in request: HTTPRequest) -> [String] {
        let requested = request.headerFields[.accessControlRequestHeaders] ?? ""
        let names = requested.split(separator: ",").map { String(HeaderText.trim($0)) }
        return Array(names.filter { $0.lowercased().hasPrefix("mcp-param-") && HTTPField.Name($0) != nil }.prefix(32))
    }
}
