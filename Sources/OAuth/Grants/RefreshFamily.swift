package import Notation

/// The refresh tokens of one sign-in (RFC 9700 section 4.14.2): each use issues the next, and reuse of an old one ends the family.
package struct RefreshFamily: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// - Parameters:
        ///   - current: the generation of the newest token, from 0.
        ///   - since: when it was issued.
        case active(current: Int, since: Timestamp)
        case revoked
    }

    /// The action that follows. The error of a refusal is the response.
    package enum Action: Hashable, Sendable {
        /// Issue the token of this generation; the family expires at the given time.
        case rotate(to: Int, expires: Timestamp)
        /// Return the newest token once more with a new access token: another process of the client used the same token a moment ago.
        case repeatLast(Int)
        /// Change nothing.
        case refuse(OAuthError)
        /// End the family and its access tokens, and log it: one of two parties with the token is a thief.
        case revoke(OAuthError)
    }

    package let grant: AuthorizationGrant
    package private(set) var state: State
    package private(set) var expires: Timestamp

    package init(grant: AuthorizationGrant, issued: Timestamp) {
        self.init(grant: grant, state: .active(current: 0, since: issued), expires: issued + Lifetime.refreshToken)
    }

    package init(grant: AuthorizationGrant, state: State, expires: Timestamp) {
        self.grant = grant
        self.state = state
        self.expires = expires
    }

    /// - Parameter generation: of the presented token.
    package mutating func present(_ generation: Int, by clientID: String, at moment: Timestamp) -> Action {
        guard clientID == grant.clientID else { return .refuse(Self.unknown) }
        guard case .active(let current, let since) = state else {
            return .refuse(OAuthError(.invalidGrant, "the refresh token was revoked; sign in again"))
        }
        guard moment < expires else { return .refuse(OAuthError(.invalidGrant, "the refresh token has expired; sign in again")) }
        switch generation {
        case current:
            expires = moment + Lifetime.refreshToken
            state = .active(current: current + 1, since: moment)
            return .rotate(to: current + 1, expires: expires)
        case current - 1 where moment < since + Lifetime.refreshGrace:
            return .repeatLast(current)
        case 0..<current:
            state = .revoked
            return .revoke(OAuthError(.invalidGrant, "the refresh token was used before; sign in again"))
        default:
            return .refuse(Self.unknown)
        }
    }

    /// Ends the family, for a person, an administrator or the client itself (RFC 7009).
    package mutating func revoke() { state = .revoked }

    /// The refusal of an unknown token; a token of another client gets the same one.
    package static let unknown = OAuthError(.invalidGrant, "the refresh token is unknown; sign in again")
}
