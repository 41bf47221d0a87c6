import Crypto
import Notation

/// A key that signs access tokens with ES256 (RFC 7518 section 3.4). Prints only its id.
package struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    package let verifying: VerifyingKey
    private let key: P256.Signing.PrivateKey
    /// `{"typ":"at+jwt",…}.` as every token of this key begins.
    let header: [UInt8]

    /// A new random key.
    package static func generate() -> SigningKey { SigningKey(P256.Signing.PrivateKey()) }

    /// - Parameter secret: the private scalar, 32 bytes, as ``secret`` gave it.
    /// - Throws: `server_error` when it is not a key.
    package init(secret: [UInt8]) throws(OAuthError) {
        // The cause would say no more.
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: secret) else { throw OAuthError(.serverError, "a stored key cannot be read") }
        self.init(key)
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        verifying = VerifyingKey(key.publicKey)
        header = Base64URL.encoded(Array("{\"typ\":\"at+jwt\",\"alg\":\"ES256\",\"kid\":\"\(verifying.id)\"}".utf8)) + [UInt8(ascii: ".")]
    }

    package var id: String { verifying.id }
    /// The private scalar, 32 bytes: to be sealed before it is kept.
    package var secret: [UInt8] { Array(key.rawRepresentation) }

    package var description: String { "SigningKey(\(id))" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// 64 bytes: both numbers of the signature (RFC 7518 section 3.4).
    func signature(over bytes: [UInt8]) throws(OAuthError) -> [UInt8] {
        do { return Array(try key.signature(for: bytes).rawRepresentation) } catch { throw OAuthError(.serverError, "a token could not be signed") }
    }
}
