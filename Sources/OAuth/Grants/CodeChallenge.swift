import Crypto
import Notation

/// The code challenge, which binds a code to the program that asked for it: the hash of a secret that only that program has (RFC 7636). S256 only.
package struct CodeChallenge: Hashable, Sendable {
    /// 43 digits of base64url.
    package let text: String

    /// - Throws: `invalid_request` when there is none, or one of another method; absent means `plain`, which is no protection.
    package init(challenge: String?, method: String?) throws(OAuthError) {
        guard let challenge else { throw OAuthError(.invalidRequest, "parameter 'code_challenge': missing; PKCE with S256 is required") }
        guard method == "S256" else { throw OAuthError(.invalidRequest, "parameter 'code_challenge_method': expected S256") }
        guard let known = CodeChallenge(stored: challenge) else {
            throw OAuthError(.invalidRequest, "parameter 'code_challenge': expected base64url of a SHA-256 hash, 43 characters")
        }
        self = known
    }

    /// Nil when it is not the hash of anything.
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
