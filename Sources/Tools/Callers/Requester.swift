package import Access
package import SQL

/// Who sends one request and what the request says of itself: the principal of the protocol's server.
package struct Requester: Sendable {
    package let caller: Caller
    /// The packages that the request chose.
    package let packages: PackageSelection
    /// Names the request in logs and in the audit log.
    package let requestID: String
    /// What a client is told when it must sign in or widen its token.
    package let challenge: Challenge
    /// Ends the work when the peer leaves.
    package let cancellation: Cancellation

    package init(
        caller: Caller, packages: PackageSelection, requestID: String, challenge: Challenge, cancellation: Cancellation = Cancellation()
    ) {
        self.caller = caller
        self.packages = packages
        self.requestID = requestID
        self.challenge = challenge
        self.cancellation = cancellation
    }
}
