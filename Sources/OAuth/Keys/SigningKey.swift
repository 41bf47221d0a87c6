import Crypto
package import JSON
package import Notation

/// A key that signs access tokens with ES256 (RFC 7518 section 3.4). Its description is only its id.
package struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    package let verifying: VerifyingKey
    private let key: P256.Signing.PrivateKey
    /// `{"typ":"at+jwt",…}.`, the beginning of every token of this key.
    let header: [UInt8]

    /// A new random key.
    package static func generate() -> SigningKey { SigningKey(P256.Signing.PrivateKey()) }

    /// - Parameter secret: the private scalar, 32 bytes, from ``secret``.
    /// - Throws: `server_error` when it is not a key.
    package init(secret: [UInt8]) throws(OAuthError) {
        // The cause adds no information.
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: secret) else { throw OAuthError(.serverError, "a stored key cannot be read") }
        self.init(key)
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        verifying = VerifyingKey(key.publicKey)
        header = Base64URL.encodeASCII(Array("{\"typ\":\"at+jwt\",\"alg\":\"ES256\",\"kid\":\"\(verifying.id)\"}".utf8)) + [UInt8(ascii: ".")]
    }

    package var id: String { verifying.id }
    /// The private scalar, 32 bytes; it must be sealed before it is stored.
    package var secret: [UInt8] { Array(key.rawRepresentation) }

    package var description: String { "SigningKey(\(id))" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// 64 bytes: both numbers of the signature (RFC 7518 section 3.4).
    func signature(over bytes: [UInt8]) throws(OAuthError) -> [UInt8] {
        do { return Array(try key.signature(for: bytes).rawRepresentation) } catch { throw OAuthError(.serverError, "a token could not be signed") }
    }
}

/// The public part of one of the server's keys (RFC 7518 section 6.2).
package struct VerifyingKey: Hashable, Sendable {
    /// The key's thumbprint (RFC 7638), so that a key has the same id everywhere.
    package let id: String
    /// The point, uncompressed: 65 bytes.
    package let bytes: [UInt8]
    let key: P256.Signing.PublicKey

    /// - Throws: `server_error` when the bytes are not a point of P-256.
    package init(bytes: [UInt8]) throws(OAuthError) {
        // The cause adds no information.
        guard let key = try? P256.Signing.PublicKey(x963Representation: bytes) else { throw OAuthError(.serverError, "a stored key cannot be read") }
        self.init(key)
    }

    init(_ key: P256.Signing.PublicKey) {
        self.key = key
        bytes = Array(key.x963Representation)
        let thumbprint = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(Self.x(bytes))\",\"y\":\"\(Self.y(bytes))\"}"
        id = Base64URL.encode(SHA256.hash(data: Array(thumbprint.utf8)))
    }

    /// The key's entry in the published key set.
    package var document: JSONValue {
        [
            "kty": "EC", "use": "sig", "crv": "P-256", "kid": .string(id), "alg": "ES256", "x": .string(Self.x(bytes)), "y": .string(Self.y(bytes)),
        ]
    }

    package static func == (left: VerifyingKey, right: VerifyingKey) -> Bool { left.bytes == right.bytes }
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    private static func x(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes[1..<33]) }
    private static func y(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes[33..<65]) }
}

/// The claims of an access token (RFC 9068 section 2.2).
package struct AccessTokenClaims: Hashable, Sendable {
    package let issuer: String
    /// The person, or the client if it acts for itself.
    package let subject: String
    /// The one endpoint for which it is valid.
    package let audience: String
    package let clientID: String
    package let scopes: ScopeNames
    package let issuedAt: Timestamp
    package let expires: Timestamp
    /// The `jti`.
    package let id: String

    /// - Parameters:
    ///   - issuedAt: rounded to the second, as in the token.
    ///   - expires: likewise.
    package init(
        issuer: String, subject: String, audience: String, clientID: String, scopes: ScopeNames, issuedAt: Timestamp, expires: Timestamp, id: String
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.clientID = clientID
        self.scopes = scopes
        self.issuedAt = Timestamp(seconds: issuedAt.seconds)
        self.expires = Timestamp(seconds: expires.seconds)
        self.id = id
    }

    /// The claims as JSON.
    var payload: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.object { writer in
            writer.member("iss", issuer)
            writer.member("sub", subject)
            writer.member("aud", audience)
            writer.member("client_id", clientID)
            writer.member("scope", scopes.text)
            writer.member("iat", issuedAt.seconds)
            writer.member("exp", expires.seconds)
            writer.member("jti", id)
        }
        return writer.bytes
    }
}
