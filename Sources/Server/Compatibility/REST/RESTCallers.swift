import Access
import HTTPTypes
import Identity
import OAuth
import Tools

/// Authenticates REST requests, with the same credentials, workspaces and limits as the MCP endpoint.
struct RESTCallers: Sendable {
    let callers: Callers
    let authorization: AuthorizationServer
    let addresses: ListenerAddresses
    /// Nil without a trace collector.
    let spans: (any SpanRecorder)?

    /// The principal of one request. When the peer disconnects, the call is cancelled.
    /// - Throws: ``Refusal``; `unauthorized` if there is no credential.
    func principal(_ context: inout RequestContext) async throws -> RequestPrincipal {
        let judge = {
            @Sendable [
                callers, credential = context.credential, workspace = context.workspace, role = context.request.role,
                facts = EndpointFacts(origin: context.origin, address: context.address)
            ] in try await callers.caller(for: credential, at: workspace, role: role, endpoint: facts)
        }
        let caller = try await judge()
        context.entry.workspace = caller.workspace.knownName ?? ""
        guard !caller.isAnonymous else { throw Refusal.withoutCredential(context.head) }
        let question = QuestionAccess(
            callers, authorization, shown: context.credential, role: context.request.role, isQuestionServer: false
        ) { [addresses, origin = context.origin, address = context.address] in addresses.questionFacts(origin, address) }
        context.entry.caller = caller.label
        let trace = spans.map { RequestTrace($0, traceparent: context.request.traceparent) }
        context.entry.trace = trace?.id
        return RequestPrincipal(
            caller: caller, packages: .all, requestID: context.entry.id, challenge: Self.challenge(context), cancellation: context.cancellation,
            trace: trace, question: question, renewal: judge)
    }

    /// The response to a refused call.
    /// - Parameters:
    ///   - principal: nil if the caller is not known yet.
    ///   - body: makes the response with the usual status, in the format of the interface.
    func refuse(
        _ refusal: Refusal, _ context: inout RequestContext, _ principal: RequestPrincipal?, _ body: (HTTPResponse.Status) -> Response
    ) -> Response {
        let failure = Failure(refusal)
        context.entry.error = failure.code
        var response = body(.init(code: failure.status))
        response.headers[.wwwAuthenticate] = Self.challenge(for: refusal, context, held: principal?.caller.scopes.names ?? [])
        response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" }
        return response
    }

    static func challenge(_ context: RequestContext) -> Challenge {
        Challenge(origin: context.origin, path: Resources.apiPath(of: context.workspace) + "/mcp")
    }

    /// The `WWW-Authenticate` value for a refusal. Nil if neither signing in nor requesting more scopes would help.
    static func challenge(for refusal: Refusal, _ context: RequestContext, held: [String] = []) -> String? {
        switch refusal.code {
        case .unauthorized:
            return challenge(context).value(error: context.request.authorization.isEmpty ? nil : "invalid_token")
        case .insufficientScope:
            let wanted = held + [refusal.requiredScope?.name ?? Scope.anyTool]
            return challenge(context).value(scope: wanted.joined(separator: " "), error: "insufficient_scope")
        default: return nil
        }
    }
}
