package import Store

/// A session at the one moment when its id is known.
package struct NewSession: Sendable {
    /// The value of the cookie; kept nowhere.
    package let cookie: Secret
    package let principal: SessionPrincipal
    /// How long the cookie is good for.
    package let maximumAge: Duration
    /// The value of the cookie by which this browser is known to the account from now on; nil for a session that nobody signed in for.
    package internal(set) var device: Secret?
}
