package import Access
package import SQL
package import Store

/// The caller of one request with the request's own data (packages, id, cancellation): the principal of the MCP server.
package final class RequestPrincipal: Sendable {
    package let caller: Caller
    /// The packages that the request chose.
    package let packages: PackageSelection
    /// Names the request in logs and in the audit log.
    package let requestID: String
    /// The `WWW-Authenticate` challenge for a client that must sign in or needs more scopes.
    package let challenge: Challenge
    /// Ends the work when the peer leaves.
    package let cancellation: Cancellation
    /// The refusal for a caller without a credential.
    package let withoutCredential: Refusal
    /// Nil without a collector of traces.
    package let trace: RequestTrace?
    /// How question tools find their caller; nil on connections that have one of their own.
    let question: QuestionAccess?
    /// The token that this call issued.
    let givenToken: Secret?
    /// Whether messages come by the same connection without a credential of their own, so that each is checked again.
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

    /// The principal of one message: on a connection, with the rights that its credential has at this moment.
    /// - Throws: ``Refusal`` `unauthorized` when it has none left.
    func current() async throws -> RequestPrincipal { isConnection ? try await renewed() : self }

    /// The same request with the rights that its credential has at this moment, after some time has passed.
    /// - Throws: ``Refusal`` `unauthorized` when it has none left.
    func renewed() async throws -> RequestPrincipal {
        guard let renewal else { return self }
        return RequestPrincipal(
            caller: try await renewal(), packages: packages, requestID: requestID, challenge: challenge,
            // One message of a connection that is cancelled leaves the others alone.
            cancellation: isConnection ? Cancellation() : cancellation, withoutCredential: withoutCredential, trace: trace,
            isConnection: isConnection, question: question,
            renewal: renewal)
    }

    /// The same request with the packages that the facade stands for; itself where the facade is not chosen.
    var behindFacade: RequestPrincipal {
        guard packages.hasFacade else { return self }
        return RequestPrincipal(
            caller: caller, packages: packages.behindFacade, requestID: requestID, challenge: challenge, cancellation: cancellation,
            withoutCredential: withoutCredential, trace: trace, isConnection: isConnection, question: question, givenToken: givenToken,
            renewal: renewal)
    }

    /// The same request by another caller, who is checked by `judge` now and whenever time has passed.
    func acting(as judge: @escaping @Sendable () async throws -> Caller) async throws -> RequestPrincipal {
        RequestPrincipal(
            caller: try await judge(), packages: packages, requestID: requestID, challenge: challenge, cancellation: cancellation,
            withoutCredential: withoutCredential, trace: trace, question: question, renewal: judge)
    }

    /// The same request, whose caller was given a token.
    func given(_ token: Secret) -> RequestPrincipal {
        RequestPrincipal(
            caller: caller, packages: packages, requestID: requestID, challenge: challenge, cancellation: cancellation,
            withoutCredential: withoutCredential, trace: trace, question: question, givenToken: token, renewal: renewal)
    }

    /// How often a credential that could not be checked is looked at again, with half a second between.
    private static let attempts = 20

    /// Whether the credential is still good. Without a way to judge it, it is not.
    package var isCurrent: Bool {
        get async {
            guard let renewal else { return false }
            // At a change of rights every open stream asks at the same moment, more than are looked up at once: those that must wait ask again. What
            // keeps a credential from being checked for longer ends what hangs on it.
            for _ in 0..<Self.attempts {
                do {
                    _ = try await renewal()
                    return true
                } catch {
                    guard Refusal(error)?.code == .limited else { return false }
                }
                guard (try? await Task.sleep(for: .milliseconds(Int.random(in: 250...750)))) != nil else { return false }
            }
            return false
        }
    }
}
