import Access
import HTTPTypes
import Identity
import Tools

/// Finds the caller of a REST request: the same credentials, workspaces and limits as on the MCP endpoint.
struct RESTCallers: Sendable {
    let callers: Callers
    let authorization: AuthorizationServer
    let addresses: ListenerAddresses
    /// Nil where nobody collects traces.
    let spans: (any SpanRecorder)?

    /// The requester of one exchange, tied to its connection: when the peer leaves, the call ends.
    /// - Throws: ``Refusal``, `unauthorized` also without a credential.
    func requester(_ exchange: inout Exchange) async throws -> Requester {
        let judge = {
            @Sendable [
                callers, credential = exchange.credential, workspace = exchange.workspace, role = exchange.request.role,
                facts = EndpointFacts(origin: exchange.origin, address: exchange.address)
            ] in try await callers.caller(for: credential, at: workspace, role: role, endpoint: facts)
        }
        let caller = try await judge()
        exchange.entry.workspace = caller.workspace.knownName ?? ""
        guard !caller.isAnonymous else { throw Refusal.withoutCredential(exchange.head) }
        let question = QuestionAccess(
            callers, authorization, shown: exchange.credential, role: exchange.request.role, isQuestionServer: false
        ) { [addresses, origin = exchange.origin, address = exchange.address] in addresses.questionFacts(origin, address) }
        exchange.entry.caller = caller.label
        let trace = spans.map { RequestTrace($0, traceparent: exchange.request.traceparent) }
        exchange.entry.trace = trace?.id
        return Requester(
            caller: caller, packages: .all, requestID: exchange.entry.id, challenge: Self.challenge(exchange), cancellation: exchange.cancellation,
            trace: trace, question: question, renewal: judge)
    }

    static func challenge(_ exchange: Exchange) -> Challenge { Challenge(origin: exchange.origin, path: place(exchange)) }

    /// `WWW-Authenticate` for a refusal; nil where signing in or asking for more would not help.
    static func challenge(for refusal: Refusal, _ exchange: Exchange, held: [String] = []) -> String? {
        switch refusal.code {
        case .unauthorized:
            return challenge(exchange).value(error: exchange.request.authorization.isEmpty ? nil : "invalid_token")
        case .insufficientScope:
            let wanted = held + [refusal.requiredScope?.name ?? Scope.anyTool]
            return challenge(exchange).value(scope: wanted.joined(separator: " "), error: "insufficient_scope")
        default: return nil
        }
    }

    private static func place(_ exchange: Exchange) -> String { exchange.workspace.map { "/api/__app/\($0)/mcp" } ?? "/api/mcp" }
}
