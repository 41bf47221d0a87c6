import Crypto
import JSON
import Notation
import OAuth
import Testing

@Suite("Access tokens")
struct AccessTokenTests {
    static let key = SigningKey.generate()
    static let keys = KeySet(signing: key)

    private func verify(
        _ token: String, keys: KeySet = keys, audience: String = Fixtures.resources.main.text, at moment: Timestamp = Fixtures.start + .seconds(1)
    ) throws -> AccessTokenClaims {
        try keys.verify(token, issuer: Fixtures.origin, audiences: [audience], at: moment)
    }

    private func refused(_ token: String, at moment: Timestamp = Fixtures.start + .seconds(1)) -> Bool {
        code { _ = try self.verify(token, at: moment) } == .invalidToken
    }

    @Test("The signature covers exactly the bytes that are parsed")
    func roundTrip() throws {
        let claims = try Fixtures.claims()
        #expect(try verify(try Self.keys.sign(claims)) == claims)
        // The hand that forges below makes good tokens too, so that each refusal is for its own reason.
        _ = try verify(try Forgery.signed(header: Forgery.header(Self.key), claims: Forgery.claims(), by: Self.key))
    }

    @Test("A15 A token for another endpoint or of another issuer is refused")
    func audience() throws {
        let token = try Self.keys.sign(try Fixtures.claims())
        #expect(code { _ = try self.verify(token, audience: Fixtures.resources.workspace("sales").text) } == .invalidToken)
        #expect(
            code { _ = try Self.keys.verify(token, issuer: "https://other.example", audiences: [Fixtures.resources.main.text], at: Fixtures.start) }
                == .invalidToken)
        #expect(code { _ = try Self.keys.verify(token, issuer: Fixtures.origin, audiences: [], at: Fixtures.start) } == .invalidToken)
        #expect(try refused(Self.keys.sign(Fixtures.claims(issuer: "https://other.example"))))
        #expect(try refused(Self.keys.sign(Fixtures.claims(audience: Fixtures.origin))))
    }

    @Test("A17 No algorithm, another algorithm, keys in the header and foreign key ids are refused")
    func algorithms() throws {
        let claims = Forgery.claims()
        #expect(refused("\(Forgery.encode(Forgery.header(Self.key, algorithm: "none"))).\(Forgery.encode(claims))."))
        for algorithm in ["none", "None", "HS256", "RS256", "ES384", "es256", ""] {
            #expect(try refused(Forgery.signed(header: Forgery.header(Self.key, algorithm: algorithm), claims: claims, by: Self.key)), "\(algorithm)")
        }
        // HS256 under our public key, in each form that a library might use as the shared secret.
        let head = Forgery.encode(Forgery.header(Self.key, algorithm: "HS256")) + "." + Forgery.encode(claims)
        for shared in [Self.key.verifying.bytes, Self.key.verifying.document.serialized] {
            let code = HMAC<SHA256>.authenticationCode(for: Array(head.utf8), using: SymmetricKey(data: shared))
            #expect(refused(head + "." + Base64URL.encode(Array(code))))
        }
        let attacker = SigningKey.generate()
        let jwk = attacker.verifying.document.description
        for more in [
            ",\"jwk\":\(jwk)", ",\"jku\":\"https://evil.example/jwks\"", ",\"x5u\":\"https://evil.example/c\"", ",\"x5c\":[\"AA\"]",
            ",\"crit\":[\"b64\"],\"b64\":false", ",\"zip\":\"DEF\"",
        ] {
            #expect(try refused(Forgery.signed(header: Forgery.header(Self.key, more: more), claims: claims, by: Self.key)), "\(more)")
            #expect(try refused(Forgery.signed(header: Forgery.header(attacker, more: more), claims: claims, by: attacker)), "\(more)")
        }
        for id in ["../../../../dev/null", "' OR 1=1 --", "", attacker.id, "/etc/passwd\\u0000"] {
            let header = "{\"typ\":\"at+jwt\",\"alg\":\"ES256\",\"kid\":\"\(id)\"}"
            #expect(try refused(Forgery.signed(header: header, claims: claims, by: attacker)), "\(id)")
        }
        // Signed by another key under our id.
        #expect(try refused(Forgery.signed(header: Forgery.header(Self.key), claims: claims, by: attacker)))
    }

    @Test("A18 A signature of zeros, of 65 bytes, in DER, empty, or of another text is refused")
    func signatures() throws {
        let token = try Self.keys.sign(try Fixtures.claims())
        let parts = token.split(separator: ".").map(String.init)
        let good = try #require(Base64URL.decode(parts[2].utf8))
        let der = Array(try P256.Signing.ECDSASignature(rawRepresentation: good).derRepresentation)
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3,
            0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        let zeros = [UInt8](repeating: 0, count: 64)
        let (first, second) = (Array(good.prefix(32)), Array(good.suffix(32)))
        let zero = [UInt8](repeating: 0, count: 32)
        let wrong: [[UInt8]] = [zeros, zero + second, first + zero, good + [0], [0] + good, der, [], second + first, order + order]
        for signature in wrong {
            #expect(refused("\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))"), "\(signature.count)")
        }
        #expect(refused("\(parts[0]).\(Forgery.encode(Forgery.claims())).\(parts[2])"))
        #expect(!refused(token))
    }

    @Test(
        "A19 An end that is missing, text, huge, negative, a fraction or past is refused",
        arguments: [
            nil, "\"1767229200\"", "9999999999999", "99999999999999999999999", "-1", "1767229200.5", "1767225600", "1767225601", "null", "true",
            "[1767229200]", "1e400",
            "1800000000",
        ])
    func ends(expires: String?) throws {
        #expect(try refused(Forgery.signed(header: Forgery.header(Self.key), claims: Forgery.claims(expires: expires), by: Self.key)))
    }

    @Test("A19 A beginning in the future is refused beyond 30 seconds of clock difference, and the end has none")
    func beginnings() throws {
        func token(_ more: String, issued: String = "1767225600") throws -> String {
            try Forgery.signed(header: Forgery.header(Self.key), claims: Forgery.claims(issued: issued, more: more), by: Self.key)
        }
        #expect(try !refused(token(",\"nbf\":1767225630")))
        for more in [",\"nbf\":1767225632", ",\"nbf\":1767225700", ",\"nbf\":\"1767225600\"", ",\"nbf\":null", ",\"nbf\":99999999999999999999"] {
            #expect(try refused(token(more)), "\(more)")
        }
        #expect(try refused(token("", issued: "1767225700")))
        #expect(try refused(token("", issued: "\"1767225600\"")))
        #expect(Lifetime.leeway <= .seconds(60) && Lifetime.clientLeeway <= .seconds(60))
        let good = try Self.keys.sign(try Fixtures.claims())
        #expect(!refused(good, at: Fixtures.start + .seconds(3_599)))
        #expect(refused(good, at: Fixtures.start + .seconds(3_600)))
    }

    @Test(
        "A20 Tokens of another type are no access tokens",
        arguments: ["JWT", "jwt", "at+JWT", "application/at+jwt", "id+jwt", "refresh+jwt", "oauth-id-jag+jwt", ""])
    func types(type: String) throws {
        #expect(try refused(Forgery.signed(header: Forgery.header(Self.key, type: type), claims: Forgery.claims(), by: Self.key)))
    }

    @Test("A20 A token without a type, a client, a subject, a scope or an id is none")
    func missing() throws {
        #expect(try refused(Forgery.signed(header: "{\"alg\":\"ES256\",\"kid\":\"\(Self.key.id)\"}", claims: Forgery.claims(), by: Self.key)))
        for member in ["iss", "sub", "aud", "client_id", "scope", "iat", "exp", "jti"] {
            let claims = Forgery.claims().replacing("\"\(member)\"", with: "\"x\(member)\"")
            #expect(try refused(Forgery.signed(header: Forgery.header(Self.key), claims: claims, by: Self.key)), "\(member)")
        }
        for text in ["", ".", "..", "a.b.c", "gths_key", String(repeating: "a", count: 100_000)] { #expect(refused(text)) }
    }

    @Test("A21 A key that was replaced verifies until its end and is listed until then")
    func rotation() throws {
        let token = try Self.keys.sign(try Fixtures.claims())
        let end = Fixtures.start + .seconds(1_800)
        let rotated = KeySet(signing: .generate(), retired: [(Self.key.verifying, end)])
        #expect(try verify(token, keys: rotated, at: end - .seconds(1)).id == "token-1")
        #expect(code { _ = try self.verify(token, keys: rotated, at: end) } == .invalidToken)
        func ids(_ moment: Timestamp) -> [String?] { rotated.document(at: moment)["keys"]?.array?.map { $0["kid"]?.string } ?? [] }
        let new = rotated.id(at: Fixtures.start)
        #expect(ids(Fixtures.start) == [new, Self.key.id])
        #expect(ids(end) == [new])
    }

    @Test("A21 A key that is kept and read again has the same id and verifies the same tokens; the key set holds nothing private")
    func storage() throws {
        let again = try SigningKey(secret: Self.key.secret)
        #expect(again.id == Self.key.id && again.secret.count == 32)
        #expect(try VerifyingKey(bytes: Self.key.verifying.bytes) == Self.key.verifying)
        #expect(try verify(KeySet(signing: again).sign(Fixtures.claims())).id == "token-1")
        let document = try #require(Self.keys.document(at: Fixtures.start)["keys"]?[0]?.object)
        #expect(Set(document.keys) == ["kty", "use", "crv", "kid", "alg", "x", "y"])
        #expect(code { _ = try SigningKey(secret: [1, 2, 3]) } == .serverError)
        #expect(code { _ = try VerifyingKey(bytes: [4] + [UInt8](repeating: 1, count: 64)) } == .serverError)
    }
}
