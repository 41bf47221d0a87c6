public import HTTPTypes

/// Adds the headers that let pages of other origins use the endpoint and its metadata documents. Credentials (cookies) are never allowed.
public enum CORS {
    /// The response to a preflight request: 204. Check the origin first (see ``OriginPolicy``); credentials are not needed.
    /// - Parameter extraHeaders: names of the request headers that the embedding code reads.
    public static func preflight(_ request: HTTPRequest, extraHeaders: [String] = []) -> MCPHTTPResponse {
        var head = HTTPResponse(status: .noContent)
        head.headerFields[.accessControlAllowMethods] = "GET, POST, DELETE, OPTIONS"
        head.headerFields[.accessControlAllowHeaders] = (known + extraHeaders + mirrored(in: request)).joined(separator: ", ")
        head.headerFields[.accessControlMaxAge] = "86400"
        allow(request, &head)
        return MCPHTTPResponse(head: head, body: .none)
    }

    /// Lets the requesting page read the response. Does nothing for a request without an `Origin`.
    public static func allow(_ request: HTTPRequest, _ head: inout HTTPResponse) {
        guard let origin = request.headerFields[.origin] else { return }
        head.headerFields[.accessControlAllowOrigin] = origin
        head.headerFields[.accessControlExposeHeaders] = "WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After"
        head.headerFields[.vary] = "Origin"
    }

    private static let known = [
        "Authorization", "Content-Type", "Accept", "MCP-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name", "Last-Event-ID", "DPoP",
    ]

    /// The requested headers that mirror arguments.
    private static func mirrored(in request: HTTPRequest) -> [String] {
        let requested = request.headerFields[.accessControlRequestHeaders] ?? ""
        let names = requested.split(separator: ",").map { String(HeaderText.trim($0)) }
        return Array(names.filter { $0.lowercased().hasPrefix("mcp-param-") && HTTPField.Name($0) != nil }.prefix(32))
    }
}
