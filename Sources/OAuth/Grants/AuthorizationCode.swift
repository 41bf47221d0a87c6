import Crypto
package import Notation

/// An authorization code: valid once, for a minute, for the program that requested it (RFC 6749 sections 4.1.2 and 4.1.3).
package struct AuthorizationCode: Hashable, Sendable {
    package let grant: AuthorizationGrant
    /// The redirect of the authorization request.
    package let redirect: String
    package let challenge: CodeChallenge
    package let expires: Timestamp
    package private(set) var isSpent: Bool

    /// The action that follows. All but `issue` are refusals, and their error is the response.
    package enum Outcome: Hashable, Sendable {
        /// Mark the code as used and issue tokens.
        case issue(AuthorizationGrant)
        /// Change nothing.
        case refuse(OAuthError)
        /// Mark the code as used.
        case spend(OAuthError)
        /// The code was used before: end its tokens (RFC 9700 section 2.1.1, RFC 6749 section 4.1.2).
        case revoke(OAuthError)
    }

    package init(_ request: AuthorizationRequest, grant: AuthorizationGrant, issued: Timestamp) {
        self.init(grant: grant, redirect: request.redirect, challenge: request.challenge, expires: issued + Lifetime.code, isSpent: false)
    }

    package init(grant: AuthorizationGrant, redirect: String, challenge: CodeChallenge, expires: Timestamp, isSpent: Bool) {
        self.grant = grant
        self.redirect = redirect
        self.challenge = challenge
        self.expires = expires
        self.isSpent = isSpent
    }

    /// Decides about a code that a client presents. Another client learns and changes nothing: a stolen code must not be used up.
    package mutating func redeem(_ request: CodeRequest, by clientID: String, at moment: Timestamp) -> Outcome {
        guard clientID == grant.clientID else { return .refuse(Self.unknown) }
        if isSpent { return .revoke(OAuthError(.invalidGrant, "the code was used before; sign in again")) }
        guard moment < expires else { return .refuse(OAuthError(.invalidGrant, "the code has expired; sign in again")) }
        isSpent = true
        guard request.redirect.map({ $0.utf8.elementsEqual(redirect.utf8) }) ?? true else {
            return .spend(OAuthError(.invalidGrant, "parameter 'redirect_uri': not the one to which the code was sent"))
        }
        guard challenge.matches(verifier: request.verifier) else {
            return .spend(OAuthError(.invalidGrant, "parameter 'code_verifier': does not fit the code_challenge"))
        }
        return .issue(grant)
    }

    /// The refusal of an unknown code; a code of another client gets the same one.
    package static let unknown = OAuthError(.invalidGrant, "the code is unknown; sign in again")
}

/// A person's grant to a client: it may act for the person, with these scopes, at this endpoint.
package struct AuthorizationGrant: Hashable, Sendable {
    package let clientID: String
    /// The person's `sub`.
    package let subject: String
    package let scopes: ScopeNames
    package let resource: ResourceID

    package init(clientID: String, subject: String, scopes: ScopeNames, resource: ResourceID) {
        self.clientID = clientID
        self.subject = subject
        self.scopes = scopes
        self.resource = resource
    }
}

/// The code challenge, which binds a code to the program that requested it: the hash of a secret that only that program has (RFC 7636).
/// S256 only.
package struct CodeChallenge: Hashable, Sendable {
    /// 43 digits of base64url.
    package let text: String

    /// - Throws: `invalid_request` when the challenge is absent or has another method; an absent method means `plain`, which protects
    ///   nothing.
    package init(challenge: String?, method: String?) throws(OAuthError) {
        guard let challenge else { throw OAuthError(.invalidRequest, "parameter 'code_challenge': missing; PKCE with S256 is required") }
        guard method == "S256" else { throw OAuthError(.invalidRequest, "parameter 'code_challenge_method': expected S256") }
        guard let known = CodeChallenge(stored: challenge) else {
            throw OAuthError(.invalidRequest, "parameter 'code_challenge': expected base64url of a SHA-256 hash, 43 characters")
        }
        self = known
    }

    /// Nil when the text is not the base64url of a SHA-256.
    package init?(stored text: String) {
        guard Base64URL.decode(text.utf8)?.count == SHA256.byteCount else { return nil }
        self.text = text
    }

    /// The challenge of a verifier (RFC 7636 section 4.2); nil when it is not 43 to 128 unreserved characters.
    package init?(verifier: String) {
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(PercentEncoding.isUnreserved) else { return nil }
        text = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
    }

    package func matches(verifier: String) -> Bool { CodeChallenge(verifier: verifier) == self }
}
