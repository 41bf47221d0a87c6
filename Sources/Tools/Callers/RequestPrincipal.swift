package import Access
package import SQL
package import Store

/// The caller of one request with the request's own data (packages, id, cancellation): the principal of the MCP server.
package final class RequestPrincipal: Sendable {
    package let caller: Caller
    /// The packages that the request selected.
    package let packages: PackageSelection
    /// The id of the request in logs and in the audit log.
    package let requestID: String
    /// The `WWW-Authenticate` challenge for a client that must sign in or needs more scopes.
    package let challenge: Challenge
    /// Cancelled when the peer disconnects.
    package let cancellation: Cancellation
    /// The refusal for a caller without a credential.
    package let withoutCredential: Refusal
    /// Nil when traces are not collected.
    package let trace: RequestTrace?
    /// How question tools find their caller; nil on connections whose caller is fixed.
    let question: QuestionAccess?
    /// The token that this call issued.
    let givenToken: Secret?
    /// Whether all messages of one connection share its credential, so that it is checked again for each message.
    private let isConnection: Bool
    /// Checks the credential again.
    private let renewal: (@Sendable () async throws -> Caller)?

    package init(
        caller: Caller, packages: PackageSelection, requestID: String, challenge: Challenge, cancellation: Cancellation = Cancellation(),
        withoutCredential: Refusal = Callers.unauthorized, trace: RequestTrace? = nil, isConnection: Bool = false,
        question: QuestionAccess? = nil, givenToken: Secret? = nil, renewal: (@Sendable () async throws -> Caller)? = nil
    ) {
        self.caller = caller
        self.packages = packages
        self.requestID = requestID
        self.challenge = challenge
        self.cancellation = cancellation
        self.withoutCredential = withoutCredential
        self.trace = trace
        self.isConnection = isConnection
        self.question = question
        self.givenToken = givenToken
        self.renewal = renewal
    }

    /// The principal of one message: on a connection, with the current rights of its credential.
    /// - Throws: ``Refusal`` `unauthorized` when the credential has become invalid.
    func current() async throws -> RequestPrincipal { isConnection ? try await renewed() : self }

    /// The same request with the current rights of its credential, after some time has passed.
    /// - Throws: ``Refusal`` `unauthorized` when the credential has become invalid.
    func renewed() async throws -> RequestPrincipal {
        guard let renewal else { return self }
        return RequestPrincipal(
            caller: try await renewal(), packages: packages, requestID: requestID, challenge: challenge,
            // Cancelling one message of a connection must not affect the others.
            cancellation: isConnection ? Cancellation() : cancellation, withoutCredential: withoutCredential, trace: trace,
            isConnection: isConnection, question: question,
            renewal: renewal)
    }

    /// The same request with the packages that the facade replaces; unchanged without the facade.
    var behindFacade: RequestPrincipal {
        guard packages.hasFacade else { return self }
        return RequestPrincipal(
            caller: caller, packages: packages.behindFacade, requestID: requestID, challenge: challenge, cancellation: cancellation,
            withoutCredential: withoutCredential, trace: trace, isConnection: isConnection, question: question, givenToken: givenToken,
            renewal: renewal)
    }

    /// The same request by another caller, which `judge` checks now and after each wait.
    func acting(as judge: @escaping @Sendable () async throws -> Caller) async throws -> RequestPrincipal {
        RequestPrincipal(
            caller: try await judge(), packages: packages, requestID: requestID, challenge: challenge, cancellation: cancellation,
            withoutCredential: withoutCredential, trace: trace, question: question, renewal: judge)
    }

    /// The same request, with a token that was issued to its caller.
    func given(_ token: Secret) -> RequestPrincipal {
        RequestPrincipal(
            caller: caller, packages: packages, requestID: requestID, challenge: challenge, cancellation: cancellation,
            withoutCredential: withoutCredential, trace: trace, question: question, givenToken: token, renewal: renewal)
    }

    /// How often a credential that could not be checked is tried again, every half a second.
    private static let attempts = 20

    /// Whether the credential is still valid; false if it cannot be checked.
    package var isCurrent: Bool {
        get async {
            guard let renewal else { return false }
            // After a change of rights every open stream checks its credential at the same moment, more than are looked up at once; refused
            // checks are repeated. If a credential cannot be checked for longer, its streams end.
            for _ in 0..<Self.attempts {
                do {
                    _ = try await renewal()
                    return true
                } catch {
                    guard Refusal(error)?.code == .limited else { return false }
                }
                // Cancellation ends the wait, and the attempts.
                guard (try? await Task.sleep(for: .milliseconds(Int.random(in: 250...750)))) != nil else { return false }
            }
            return false
        }
    }
}
