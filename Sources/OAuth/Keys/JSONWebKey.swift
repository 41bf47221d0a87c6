import Crypto
package import JSON
import JWTKit
import Notation

/// A public key of a client (RFC 7517, RFC 7518 section 6).
package struct JSONWebKey: Hashable, Sendable {
    package enum Algorithm: String, Hashable, Sendable {
        case es256 = "ES256"
        case rs256 = "RS256"
    }

    private enum Material: Hashable, Sendable {
        /// 64 bytes: both coordinates.
        case p256([UInt8])
        /// base64url of modulus and exponent.
        case rsa(modulus: String, exponent: String)
    }

    package let id: String?
    private let material: Material

    package var algorithm: Algorithm {
        switch material {
        case .p256: .es256
        case .rsa: .rs256
        }
    }

    /// Nil for a key that is not for ES256 or RS256 signatures, or is too small or too large (RSA: 2048 to 8192 bits).
    package init?(_ value: JSONValue) {
        guard value["use"]?.string.map({ $0 == "sig" }) ?? true else { return nil }
        id = value["kid"]?.string
        switch value["kty"]?.string {
        case "EC":
            guard value["crv"]?.string == "P-256", value["alg"]?.string.map({ $0 == Algorithm.es256.rawValue }) ?? true,
                let x = value["x"]?.string.flatMap({ Base64URL.decode($0.utf8) }), x.count == 32,
                let y = value["y"]?.string.flatMap({ Base64URL.decode($0.utf8) }), y.count == 32,
                (try? P256.Signing.PublicKey(rawRepresentation: x + y)) != nil  // a point that is not on the curve is not a key
            else { return nil }
            material = .p256(x + y)
        case "RSA":
            guard value["alg"]?.string.map({ $0 == Algorithm.rs256.rawValue }) ?? true, let modulus = value["n"]?.string,
                let exponent = value["e"]?.string,
                let length = Base64URL.decode(modulus.utf8)?.drop(while: { $0 == 0 }).count, (256...1_024).contains(length),
                (1...8).contains(Base64URL.decode(exponent.utf8)?.count ?? 0),
                (try? Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)) != nil  // the reason is not needed
            else { return nil }
            material = .rsa(modulus: modulus, exponent: exponent)
        default: return nil
        }
    }

    package var document: JSONValue {
        var members: JSONObject =
            switch material {
            case .p256(let point):
                ["kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(point.prefix(32))), "y": .string(Base64URL.encode(point.suffix(32)))]
            case .rsa(let modulus, let exponent): ["kty": "RSA", "n": .string(modulus), "e": .string(exponent)]
            }
        members["use"] = "sig"
        members["alg"] = .string(algorithm.rawValue)
        if let id { members["kid"] = .string(id) }
        return .object(members)
    }

    /// Whether this key signed the token; an error counts as no.
    func verifies(_ token: JSONWebToken) async -> Bool {
        switch material {
        case .p256(let point):
            guard token.signature.count == 64, let key = try? P256.Signing.PublicKey(rawRepresentation: point),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature)
            else { return false }
            return key.isValidSignature(signature, for: token.signed)
        case .rsa(let modulus, let exponent):
            // As for the other kind, the reason is not needed: a token that cannot be checked is not signed by this key.
            guard let key = try? Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent) else { return false }
            let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
            return (try? await keys.getKey().verify(token.signature, signs: token.signed)) ?? false
        }
    }
}

/// The public keys of a client (RFC 7517 section 5) that this server supports.
package struct JSONWebKeySet: Hashable, Sendable {
    package let keys: [JSONWebKey]

    package static let maximumCount = 16

    /// - Throws: `invalid_client` when it is not a key set or has no supported key.
    package init(parsing body: [UInt8]) throws(OAuthError) {
        // The reason why it is not JSON is not needed.
        guard let value = try? JSONValue(parsing: body, limits: JSONLimits(maximumByteCount: ClientMetadata.maximumLength, maximumDepth: 8)) else {
            throw Self.refusal
        }
        try self.init(value)
    }

    package init(_ value: JSONValue) throws(OAuthError) {
        guard let items = value["keys"]?.array else { throw Self.refusal }
        keys = Array(items.prefix(64).compactMap(JSONWebKey.init).prefix(Self.maximumCount))
        guard !keys.isEmpty else { throw Self.refusal }
    }

    package var document: JSONValue { ["keys": .array(keys.map(\.document))] }

    private static let refusal = OAuthError(.invalidClient, "jwks: expected a JSON Web Key Set with an RS256 or ES256 key")
}

/// A signed token in its compact form (RFC 7515 section 3.1), decoded but not verified.
struct JSONWebToken: Sendable {
    let header: JSONObject
    let claims: JSONObject
    let signature: [UInt8]
    /// The signed bytes: header and claims as written.
    let signed: [UInt8]

    /// Unit: bytes.
    static let maximumLength = 8_192

    /// Nil for anything but three parts of canonical base64url, the first two JSON objects without duplicate keys.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Array(bytes[..<parts[1].endIndex])
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        guard let bytes = Base64URL.decode(part) else { return nil }
        // The reason why it is not JSON is not needed.
        let value = try? JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: maximumLength, maximumDepth: 8))
        return value?.object
    }
}
