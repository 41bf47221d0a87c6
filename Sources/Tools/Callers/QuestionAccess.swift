import Access
import Ask
package import Identity
import OAuth
import Store

/// How a question tool finds its caller: by the credential of the request or the one among its arguments, in the workspace of the call.
package final class QuestionAccess: Sendable {
    private let callers: Callers
    private let authorization: AuthorizationServer
    /// The credential of the request.
    let shown: Credential
    private let makeFacts: @Sendable () -> EndpointFacts
    /// The one role that the request names.
    private let role: String?
    /// Whether the request came to the question server, where no path names a workspace.
    let isQuestionServer: Bool

    /// - Parameter facts: of the question server, for checking its tokens; made only when a call needs them.
    package init(
        _ callers: Callers, _ authorization: AuthorizationServer, shown: Credential, role: String?, isQuestionServer: Bool,
        facts: @escaping @Sendable () -> EndpointFacts
    ) {
        self.callers = callers
        self.authorization = authorization
        self.shown = shown
        makeFacts = facts
        self.role = role
        self.isQuestionServer = isQuestionServer
    }

    private var facts: EndpointFacts { makeFacts() }

    /// The question server's URL without its MCP path.
    var url: String? { facts.audience.map { String($0.dropLast("/mcp".count)) } }

    func workspaces(of credential: Credential) async throws -> (owner: ChatOwner, workspaces: [WorkspaceRef]) {
        try await callers.workspaces(of: credential, endpoint: facts)
    }

    func caller(for credential: Credential, in workspace: WorkspaceRef) async throws -> Caller {
        try await callers.caller(for: credential, in: workspace, role: role, endpoint: facts)
    }

    /// A token for a name and a password; nil when they do not match.
    /// - Parameter name: `ORG/NAME`, or `NAME` in the organization of workspace `main`.
    func token(name: String, password: Secret) async throws -> Secret? {
        var parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        if parts.count < 2 { parts.insert(Name.builtIn.text, at: 0) }
        let facts = facts
        guard parts.count == 2, let audience = facts.audience else { return nil }
        do {
            return try await authorization.questions.token(
                organization: parts[0], username: parts[1], password: password, audience: audience,
                AuthorizationCall(origin: facts.origin, address: facts.address ?? ""))
        } catch let error as Throttled {
            throw Refusal(.limited, "too many tries: wait \(error.seconds) seconds and try again", retryAfter: error.seconds)
        } catch let error as OAuthError {
            throw Refusal(.forbidden, error.reason)
        }
    }
}
