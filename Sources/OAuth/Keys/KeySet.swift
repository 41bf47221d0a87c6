import Crypto
package import JSON
package import Notation

/// The server's keys: those that sign, one after another, and replaced ones, which verify until they expire.
package struct KeySet: Sendable {
    /// In the order in which they sign. The last one has no end.
    private let signing: [(key: SigningKey, until: Timestamp)]
    private let last: SigningKey
    private let retired: [String: (key: VerifyingKey, until: Timestamp)]

    /// - Parameters:
    ///   - signing: the last signing key.
    ///   - before: the keys that sign before it, in order, each with the time at which the next one takes over.
    ///   - retired: keys that are or will be replaced, with the time from which their signatures are refused.
    package init(
        signing: SigningKey, after before: [(key: SigningKey, until: Timestamp)] = [], retired: [(key: VerifyingKey, until: Timestamp)] = []
    ) {
        self.signing = before
        last = signing
        self.retired = Dictionary(retired.map { ($0.key.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The id of the key that signs at a given time.
    package func id(at moment: Timestamp) -> String { key(signingAt: moment).id }

    private func key(signingAt moment: Timestamp) -> SigningKey { signing.first { moment < $0.until }?.key ?? last }

    /// An access token with these claims (RFC 9068 section 2), signed by the current key at its time of issue.
    package func sign(_ claims: AccessTokenClaims) throws(OAuthError) -> String {
        let key = key(signingAt: claims.issuedAt)
        var text = key.header + Base64URL.encodeASCII(claims.payload)
        let signature = try key.signature(over: text)
        text.append(UInt8(ascii: "."))
        text += Base64URL.encodeASCII(signature)
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the set has a key with this id, even an expired one.
    func knows(_ id: String) -> Bool { id == last.id || retired[id] != nil }

    /// The key with this id, if it may verify at the given time.
    func key(_ id: String, at moment: Timestamp) -> VerifyingKey? {
        if id == last.id { return last.verifying }
        guard let retired = retired[id], moment < retired.until else { return nil }
        return retired.key
    }

    /// The public keys (RFC 7517 section 5), the signing one first. Future keys are included, so that verifiers know them before they sign.
    package func document(at moment: Timestamp) -> JSONValue {
        let first = key(signingAt: moment).verifying
        let others = retired.values.filter { moment < $0.until }.map(\.key) + [last.verifying]
        let rest = others.filter { $0.id != first.id }.sorted { $0.id < $1.id }
        return ["keys": .array(([first] + rest).map(\.document))]
    }
}

extension KeySet {
    /// The claims of an access token, if this server issued it (RFC 9068 section 4, RFC 8725 section 3). Every deviation is refused.
    /// - Parameter audiences: the canonical ids of the called endpoint.
    /// - Throws: `invalid_token`; the reason does not say which check failed, except for expiry and audience.
    package func verify(_ text: String, issuer: String, audiences: Set<String>, at moment: Timestamp) throws(OAuthError) -> AccessTokenClaims {
        guard let token = JSONWebToken(text), let key = key(of: token, at: moment), Self.isSigned(token, by: key),
            let claims = AccessTokenClaims(token.claims), claims.issuer == issuer
        else { throw OAuthError(.invalidToken, "not an access token of this server") }
        try Self.checkTimes(claims, token.claims["nbf"], at: moment)
        guard audiences.contains(claims.audience) else { throw OAuthError(.invalidToken, "the token is for another endpoint") }
        return claims
    }

    /// Whether the token looks like this server's and names a key that the set does not have.
    package func lacksKey(of text: String) -> Bool {
        guard let token = JSONWebToken(text), let id = Self.keyID(of: token) else { return false }
        return !knows(id)
    }

    /// The key of a token whose header has exactly three members, so that a token can bring no key, key address or extension.
    private func key(of token: JSONWebToken, at moment: Timestamp) -> VerifyingKey? {
        Self.keyID(of: token).flatMap { key($0, at: moment) }
    }

    private static func keyID(of token: JSONWebToken) -> String? {
        let header = token.header
        guard header.count == 3, header["typ"]?.string == "at+jwt", header["alg"]?.string == "ES256" else { return nil }
        return header["kid"]?.string
    }

    private static func isSigned(_ token: JSONWebToken, by key: VerifyingKey) -> Bool {
        // The signature is two numbers of 32 bytes, without DER or padding (RFC 7518 section 3.4). Zeros are not a signature
        // (CVE-2022-21449).
        guard token.signature.count == 64, token.signature.prefix(32).contains(where: { $0 != 0 }),
            token.signature.suffix(32).contains(where: { $0 != 0 })
        else { return false }
        // An unreadable signature is invalid.
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature) else { return false }
        return key.key.isValidSignature(signature, for: token.signed)
    }

    private static func checkTimes(_ claims: AccessTokenClaims, _ notBefore: JSONValue?, at moment: Timestamp) throws(OAuthError) {
        let latest = moment + Lifetime.leeway
        guard claims.issuedAt <= latest, claims.expires > claims.issuedAt, claims.expires.since(claims.issuedAt) <= Lifetime.longestAccessToken else {
            throw OAuthError(.invalidToken, "not an access token of this server")
        }
        if let notBefore {
            guard let seconds = notBefore.int, Timestamp(seconds: seconds) <= latest else {
                throw OAuthError(.invalidToken, "the token is not valid yet")
            }
        }
        guard moment < claims.expires else { throw OAuthError(.invalidToken, "the token has expired") }
    }
}

extension AccessTokenClaims {
    /// Nil when a claim is missing or of another type.
    fileprivate init?(_ claims: JSONObject) {
        // An invalid scope string makes the claims invalid.
        guard let issuer = claims["iss"]?.string, let subject = claims["sub"]?.string, let audience = claims["aud"]?.string,
            let clientID = claims["client_id"]?.string, let id = claims["jti"]?.string, ![subject, clientID, id].contains(""),
            let scopes = claims["scope"]?.string.flatMap({ try? ScopeNames(parsing: $0) }),
            let issuedAt = Self.seconds(claims["iat"]), let expires = Self.seconds(claims["exp"])
        else { return nil }
        self.init(
            issuer: issuer, subject: subject, audience: audience, clientID: clientID, scopes: scopes, issuedAt: Timestamp(seconds: issuedAt),
            expires: Timestamp(seconds: expires), id: id)
    }

    /// Whole seconds between 1970 and 9999.
    private static func seconds(_ value: JSONValue?) -> Int64? {
        value?.int.flatMap { (0...Timestamp.latest.seconds).contains($0) ? $0 : nil }
    }
}
