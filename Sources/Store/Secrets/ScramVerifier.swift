import Crypto
import JSON

/// The SCRAM verifier that PostgreSQL stores instead of a password (RFC 5803, RFC 7677). It can be set in place of the password, so that
/// the password appears in no statement and no log.
package enum ScramVerifier {
    /// PostgreSQL's own default.
    private static let iterations = 4_096

    /// - Parameter password: of ASCII letters and digits, which need no preparation (RFC 4013).
    package static func make(_ password: Secret) -> String {
        make(password, salt: RandomBytes.make(16))
    }

    /// Makes a verifier with a given salt.
    package static func make(_ password: Secret, salt: [UInt8]) -> String {
        let key = SymmetricKey(data: password.bytes)
        // RFC 5802 section 2.2: Hi(), which is PBKDF2 with one block.
        var block = Array(HMAC<SHA256>.authenticationCode(for: salt + [0, 0, 0, 1], using: key))
        var salted = block
        for _ in 1..<iterations {
            block = Array(HMAC<SHA256>.authenticationCode(for: block, using: key))
            for index in salted.indices { salted[index] ^= block[index] }
        }
        let saltedKey = SymmetricKey(data: salted)
        let client = HMAC<SHA256>.authenticationCode(for: Array("Client Key".utf8), using: saltedKey)
        let stored = Array(SHA256.hash(data: Array(client)))
        let server = Array(HMAC<SHA256>.authenticationCode(for: Array("Server Key".utf8), using: saltedKey))
        return "SCRAM-SHA-256$\(iterations):\(Base64.encode(salt))$\(Base64.encode(stored)):\(Base64.encode(server))"
    }
}
