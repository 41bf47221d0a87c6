/// The `WWW-Authenticate` value of one endpoint (RFC 6750 section 3, RFC 9728 section 5.1).
package struct Challenge: Hashable, Sendable {
    /// Scheme, host and port of the server as its clients see it.
    package let origin: String
    /// The called path of the endpoint: `/api/mcp`, `/mcp`.
    package let path: String

    package init(origin: String, path: String) {
        self.origin = origin
        self.path = path
    }

    /// - Parameters:
    ///   - scope: the scope that the operation needs.
    ///   - error: `invalid_token` or `insufficient_scope`; nil without a presented credential.
    package func value(scope: String = "mcp", error: String? = nil) -> String {
        var text = "Bearer realm=\"/.well-known/oauth-protected-resource\""
        text += ", resource_metadata=\"\(origin)/.well-known/oauth-protected-resource\(path)\", scope=\"\(scope)\""
        if let error { text += ", error=\"\(error)\"" }
        return text
    }
}
