package import Access
package import SQL

/// Who sends one request and what the request says of itself: the principal of the protocol's server.
package final class Requester: Sendable {
    package let caller: Caller
    /// The packages that the request chose.
    package let packages: PackageSelection
    /// Names the request in logs and in the audit log.
    package let requestID: String
    /// What a client is told when it must sign in or widen its token.
    package let challenge: Challenge
    /// Ends the work when the peer leaves.
    package let cancellation: Cancellation
    /// Judges the credential again: for connections that outlive a request. Nil where every request brings its own.
    private let renewal: (@Sendable () async throws -> Caller)?

    package init(
        caller: Caller, packages: PackageSelection, requestID: String, challenge: Challenge, cancellation: Cancellation = Cancellation(),
        renewal: (@Sendable () async throws -> Caller)? = nil
    ) {
        self.caller = caller
        self.packages = packages
        self.requestID = requestID
        self.challenge = challenge
        self.cancellation = cancellation
        self.renewal = renewal
    }

    /// The same request with the rights that its credential has at this moment.
    /// - Throws: ``Refusal`` `unauthorized` when it has none left.
    func current() async throws -> Requester {
        guard let renewal else { return self }
        return Requester(
            caller: try await renewal(), packages: packages, requestID: requestID, challenge: challenge, cancellation: Cancellation(),
            renewal: renewal)
    }
}
