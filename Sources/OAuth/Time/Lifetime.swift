/// How long codes, tokens and other credentials are valid.
package enum Lifetime {
    /// Time from the redirect to the token endpoint (RFC 6749 section 4.1.2 allows up to ten minutes).
    package static let code: Duration = .seconds(60)
    package static let accessToken: Duration = .seconds(3_600)
    /// Restarts with each rotation.
    package static let refreshToken: Duration = .seconds(30 * 86_400)
    /// Time in which a rotated refresh token still returns its successor, because processes of one client may refresh at the same time.
    package static let refreshGrace: Duration = .seconds(30)
    /// Time from the device's request to the person's decision (RFC 8628 section 3.2).
    package static let deviceCode: Duration = .seconds(600)
    /// The interval between two polls of a device, and what each early poll adds (RFC 8628 section 3.5).
    package static let devicePolling: Duration = .seconds(5)
    /// The longest lifetime of an access token that is accepted, with any signature.
    package static let longestAccessToken: Duration = .seconds(31 * 86_400)
    /// The longest lifetime of a client's assertion, during which its id must be remembered.
    package static let longestAssertion: Duration = .seconds(3_600)
    /// Allowed difference between the clocks of nodes.
    package static let leeway: Duration = .seconds(30)
    /// Allowed difference to the clock of a client.
    package static let clientLeeway: Duration = .seconds(60)
}
