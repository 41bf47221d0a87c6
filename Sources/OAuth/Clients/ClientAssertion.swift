import JSON
package import Notation

/// A JSON Web Token by which a client proves that it holds its key (RFC 7523 section 3, OpenID Connect Core section 9).
package struct ClientAssertion: Hashable, Sendable {
    package let clientID: String
    /// The `jti`, which is accepted only once until ``expires``.
    package let id: String
    package let expires: Timestamp

    /// The client that an assertion names, to look up its keys; nothing is verified.
    /// - Throws: `invalid_client`.
    package static func clientID(of text: String) throws(OAuthError) -> String {
        guard let token = JSONWebToken(text), let id = token.claims["iss"]?.string, id == token.claims["sub"]?.string, !id.isEmpty else {
            throw refusal("expected a signed JWT whose iss and sub are the client id")
        }
        return id
    }

    /// - Parameters:
    ///   - keys: the client's.
    ///   - audiences: the issuer, and the token endpoint's URLs.
    /// - Throws: `invalid_client`.
    package init(verifying text: String, clientID: String, keys: JSONWebKeySet, audiences: Set<String>, at moment: Timestamp) async throws(OAuthError)
    {
        guard let token = JSONWebToken(text), token.header["crit"] == nil else { throw Self.refusal("not a signed JWT") }
        // An access token or another kind of token is not an assertion (RFC 8725 section 3.11).
        let type = token.header["typ"]?.string?.lowercased() ?? "jwt"
        guard ["jwt", "client-authentication+jwt"].contains(type) else { throw Self.refusal("typ: expected JWT") }
        guard let algorithm = token.header["alg"]?.string.flatMap(JSONWebKey.Algorithm.init(rawValue:)) else {
            throw Self.refusal("alg: expected RS256 or ES256")
        }
        let candidates = keys.keys.filter { key in
            key.algorithm == algorithm && (token.header["kid"]?.string).map { $0 == key.id } ?? true
        }
        var isSigned = false
        for key in candidates where !isSigned { isSigned = await key.verifies(token) }
        guard isSigned else { throw Self.refusal("no key of the client signed it") }
        guard token.claims["iss"]?.string == clientID, token.claims["sub"]?.string == clientID else {
            throw Self.refusal("iss and sub: expected the client id")
        }
        let audience = token.claims["aud"].map { value in value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? [] } ?? []
        guard !audiences.isDisjoint(with: audience) else { throw Self.refusal("aud: expected the issuer or the token endpoint") }
        guard let id = token.claims["jti"]?.string, (1...256).contains(id.utf8.count) else { throw Self.refusal("jti: missing or too long") }
        expires = try Self.expiry(token, at: moment)
        self.clientID = clientID
        self.id = id
    }

    private static func expiry(_ token: JSONWebToken, at moment: Timestamp) throws(OAuthError) -> Timestamp {
        guard let seconds = token.claims["exp"]?.int else { throw refusal("exp: expected a whole number of seconds") }
        let expires = Timestamp(seconds: seconds)
        guard moment < expires + Lifetime.clientLeeway else { throw refusal("exp: it has ended") }
        guard expires <= moment + Lifetime.longestAssertion + Lifetime.clientLeeway else { throw refusal("exp: more than an hour ahead") }
        for key in ["nbf", "iat"] {
            guard let value = token.claims[key] else { continue }
            guard let seconds = value.int, Timestamp(seconds: seconds) <= moment + Lifetime.clientLeeway else {
                throw refusal("\(key): in the future")
            }
        }
        return expires + Lifetime.clientLeeway
    }

    private static func refusal(_ reason: String) -> OAuthError { OAuthError(.invalidClient, "client_assertion: \(reason)") }
}
