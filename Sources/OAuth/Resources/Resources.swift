import Notation

/// The endpoints of one server, and the spellings of their identifiers that clients use.
package struct Resources: Sendable {
    /// Scheme, host and port as clients know the server, without a slash at the end.
    package let origin: String
    /// The question server, which has its own listener; nil if there is none.
    private let questions: ResourceID?
    private let address: WebAddress?

    private static let mainWorkspace = "main"
    /// The last segment of an endpoint's path. NocoBase's endpoint is a resource with two actions, whose names clients can write.
    package static let endpointNames: Set<String> = ["mcp", "mcp:list", "mcp:create"]

    /// - Parameter questions: the URL of the question server's endpoint.
    package init(origin: String, questions: String? = nil) {
        self.origin = origin
        self.questions = questions.map { ResourceID(text: $0, path: "/mcp", workspace: nil) }
        address = WebAddress(origin)
    }

    package var main: ResourceID { workspace(nil) }

    /// The path below which a workspace's endpoint and its other interfaces are.
    /// - Parameter workspace: nil for the main workspace.
    package static func apiPath(of workspace: String?) -> String { workspace.map { "/api/__app/\($0)" } ?? "/api" }

    /// - Parameter name: in any case; nil for the main workspace.
    package func workspace(_ name: String?) -> ResourceID {
        let name = name?.lowercased()
        let other = name == Self.mainWorkspace ? nil : name
        let path = Self.apiPath(of: other) + "/mcp"
        return ResourceID(text: origin + path, path: path, workspace: other)
    }

    /// The endpoint that a resource indicator names, if the server has endpoints of this form. It does not check whether the workspace
    /// exists.
    ///
    /// Normalized: the case of scheme, host and path, the scheme's default port, a trailing slash, the alias `/mcp`, the names of
    /// NocoBase's actions, the paths of HTTP+SSE, and the bare origin, which means the main endpoint.
    /// - Throws: `invalid_target`.
    package func resolve(_ text: String) throws(OAuthError) -> ResourceID {
        if let questions, [Self.folded(questions.text), Self.folded(String(questions.text.dropLast("/mcp".count)))].contains(Self.folded(text)) {
            return questions
        }
        guard let asked = WebAddress(text), let address, !asked.hasUserInfo, asked.fragment == nil, asked.query == nil,
            asked.scheme.lowercased() == address.scheme.lowercased(), asked.host.lowercased() == address.host.lowercased(),
            Self.port(asked) == Self.port(address), let found = resource(path: asked.path)
        else { throw OAuthError(.invalidTarget, "parameter 'resource': expected \(main.text) or the URL of another endpoint of this server") }
        return found
    }

    /// - Parameter asked: the values of `resource`; without any, the main endpoint is meant.
    /// - Throws: `invalid_target`; a token is for one endpoint.
    package func resolve(asked: [String]) throws(OAuthError) -> ResourceID {
        guard asked.count <= 1 else { throw OAuthError(.invalidTarget, "parameter 'resource': more than one; ask for a token for each") }
        guard let text = asked.first else { return main }
        return try resolve(text)
    }

    /// The endpoint at the token endpoint, where `resource` may only repeat the granted one.
    /// - Throws: `invalid_target`.
    package func resolve(asked: [String], granted: ResourceID) throws(OAuthError) -> ResourceID {
        guard !asked.isEmpty else { return granted }
        guard try resolve(asked: asked) == granted else {
            throw OAuthError(.invalidTarget, "parameter 'resource': the grant is for another endpoint; ask for a new one")
        }
        return granted
    }

    /// The endpoint with exactly this canonical text.
    package func resource(audience: String) -> ResourceID? {
        if let questions, questions.text == audience { return questions }
        guard audience.hasPrefix(origin), let found = resource(path: String(audience.dropFirst(origin.count))), found.text == audience else {
            return nil
        }
        return found
    }

    private func resource(path: String) -> ResourceID? {
        var path = path.lowercased()
        if path.hasSuffix("/") { path.removeLast() }
        if ["", "/mcp", "/api/mcp", "/api/sse"].contains(path) { return main }
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = words.last, name == "sse" || Self.endpointNames.contains(String(name)), words.prefix(2) == ["", "api"] else { return nil }
        if words.count == 3 { return main }
        guard words.count == 5, words[2] == "__app" else { return nil }
        return Self.isWorkspaceName(words[3]) ? workspace(String(words[3])) : nil
    }

    /// Whether a path segment may name a workspace. This accepts more than valid names of workspaces, so that the paths of existing
    /// workspaces cannot be distinguished from others.
    package static func isWorkspaceName(_ text: some StringProtocol) -> Bool {
        guard (1...64).contains(text.utf8.count), text != ".", text != ".." else { return false }
        return text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
    }

    /// A URL normalized for comparison: in lower case, without a trailing slash.
    private static func folded(_ text: String) -> String {
        let text = text.lowercased()
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func port(_ address: WebAddress) -> Int? { address.port ?? ["https": 443, "http": 80][address.scheme.lowercased()] }
}

/// An endpoint as an audience (RFC 8707 section 2), in the canonical form of a token's `aud`.
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
