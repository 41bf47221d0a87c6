package import Store

/// A session at the one moment when its id is known.
package struct NewSession: Sendable {
    /// The value of the cookie; kept nowhere.
    package let cookie: Secret
    package let principal: SessionPrincipal
    /// How long the cookie is good for.
    package let maximumAge: Duration
}
