/// One endpoint as an audience (RFC 8707 section 2), in the canonical text of a token's `aud`.
package struct ResourceID: Hashable, Sendable, CustomStringConvertible {
    /// `https://host/api/mcp`.
    package let text: String
    /// `/api/mcp`.
    package let path: String
    /// In lower case; nil for the main workspace.
    package let workspace: String?

    package init(text: String, path: String, workspace: String?) {
        self.text = text
        self.path = path
        self.workspace = workspace
    }

    package var description: String { text }
}
