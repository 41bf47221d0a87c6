import Crypto
import Notation
import OAuth

/// Makes tokens by hand, as an attacker would: any header, any claims, any key.
enum Forgery {
    static func signed(header: String, claims: String, by key: SigningKey) throws -> String {
        let signed = encode(header) + "." + encode(claims)
        let signature = try P256.Signing.PrivateKey(rawRepresentation: key.secret).signature(for: Array(signed.utf8))
        return signed + "." + Base64URL.encode(Array(signature.rawRepresentation))
    }

    static func encode(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }

    static func header(_ key: SigningKey, type: String = "at+jwt", algorithm: String = "ES256", more: String = "") -> String {
        "{\"typ\":\"\(type)\",\"alg\":\"\(algorithm)\",\"kid\":\"\(key.id)\"\(more)}"
    }

    /// The claims of a good token, with the times as JSON.
    static func claims(expires: String? = "1767229200", issued: String = "1767225600", more: String = "") -> String {
        let end = expires.map { ",\"exp\":\($0)" } ?? ""
        return """
            {"iss":"https://gate.example","sub":"user-7","aud":"https://gate.example/api/mcp","client_id":"client-1","scope":"mcp","iat":\(issued)\
            \(end),"jti":"t"\(more)}
            """
    }
}
