/// How long codes, tokens and other credentials are valid.
package enum Lifetime {
    /// From the redirect to the token endpoint (RFC 6749 section 4.1.2 allows up to ten minutes).
    package static let code: Duration = .seconds(60)
    package static let accessToken: Duration = .seconds(3_600)
    /// Begins again with each rotation.
    package static let refreshToken: Duration = .seconds(30 * 86_400)
    /// While a rotated refresh token still answers with its successor: processes of one client that share it refresh at once.
    package static let refreshGrace: Duration = .seconds(30)
    /// From the device's request to the person's answer (RFC 8628 section 3.2).
    package static let deviceCode: Duration = .seconds(600)
    /// Between two questions of a device, and what each too early one adds (RFC 8628 section 3.5).
    package static let devicePolling: Duration = .seconds(5)
    /// The longest lifetime of an access token that is accepted, with any signature.
    package static let longestAccessToken: Duration = .seconds(31 * 86_400)
    /// The longest life of a client's assertion, during which its id has to be remembered.
    package static let longestAssertion: Duration = .seconds(3_600)
    /// How far the clocks of nodes may differ.
    package static let leeway: Duration = .seconds(30)
    /// How far the clock of a client may differ.
    package static let clientLeeway: Duration = .seconds(60)
}
