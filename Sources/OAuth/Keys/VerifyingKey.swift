import Crypto
package import JSON
import Notation

/// The public part of one of the server's keys (RFC 7518 section 6.2).
package struct VerifyingKey: Hashable, Sendable {
    /// The key's thumbprint (RFC 7638), so that a key has one name wherever it is.
    package let id: String
    /// The point, uncompressed: 65 bytes.
    package let bytes: [UInt8]
    let key: P256.Signing.PublicKey

    /// - Throws: `server_error` when the bytes are not a point of P-256.
    package init(bytes: [UInt8]) throws(OAuthError) {
        // The cause would say no more.
        guard let key = try? P256.Signing.PublicKey(x963Representation: bytes) else { throw OAuthError(.serverError, "a stored key cannot be read") }
        self.init(key)
    }

    init(_ key: P256.Signing.PublicKey) {
        self.key = key
        bytes = Array(key.x963Representation)
        let thumbprint = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(Self.x(bytes))\",\"y\":\"\(Self.y(bytes))\"}"
        id = Base64URL.encode(SHA256.hash(data: Array(thumbprint.utf8)))
    }

    /// For the key set that clients read.
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
