import JSON
import Notation
import Testing

@testable import OAuth

/// The examples of RFC 7515 appendices A.2 and A.3.
@Suite("Signatures of JSON Web Tokens")
struct SignatureTests {
    static let claims = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    static let es256 =
        "eyJhbGciOiJFUzI1NiJ9.\(claims).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    static let es256Key: JSONValue = [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]
    static let rs256 =
        "eyJhbGciOiJSUzI1NiJ9.\(claims).cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQ"
        + "jbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6I"
        + "eYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    static let rs256Key: JSONValue = [
        "kty": "RSA", "e": "AQAB",
        "n": .string(
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGz"
                + "jb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8"
                + "q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"),
    ]

    @Test("RFC 7515 A.3: the ES256 example verifies, and no other text does")
    func es256() async throws {
        let key = try #require(JSONWebKey(Self.es256Key))
        #expect(key.algorithm == .es256)
        #expect(await key.verifies(try #require(JSONWebToken(Self.es256))))
        let changed = Self.es256.replacing("eyJhbGciOiJFUzI1NiJ9", with: Forgery.encode("{\"alg\":\"ES256\" }"))
        #expect(await !key.verifies(try #require(JSONWebToken(changed))))
    }

    @Test("RFC 7515 A.2: the RS256 example verifies, and no other text does")
    func rs256() async throws {
        let key = try #require(JSONWebKey(Self.rs256Key))
        #expect(key.algorithm == .rs256)
        #expect(await key.verifies(try #require(JSONWebToken(Self.rs256))))
        let changed = Self.rs256.replacing("eyJhbGciOiJSUzI1NiJ9", with: Forgery.encode("{\"alg\":\"RS256\" }"))
        #expect(await !key.verifies(try #require(JSONWebToken(changed))))
    }

    @Test("A key keeps its members; a key that is too small, for encryption or off the curve is refused")
    func keys() throws {
        #expect(JSONWebKey(Self.es256Key)?.document["x"] == Self.es256Key["x"])
        #expect(JSONWebKey(Self.rs256Key)?.document["n"] == Self.rs256Key["n"])
        var off = try #require(Self.es256Key.object)
        off["y"] = off["x"]
        var small = try #require(Self.rs256Key.object)
        small["n"] = .string(String(repeating: "A", count: 170) + "E")
        var sealing = try #require(Self.es256Key.object)
        sealing["use"] = "enc"
        for wrong: JSONObject in [off, small, sealing, ["kty": "oct", "k": "AAAA"], ["kty": "EC", "crv": "P-384"]] {
            #expect(JSONWebKey(.object(wrong)) == nil, "\(wrong.keys)")
        }
    }

    @Test("A token is three parts of canonical base64url with objects in them")
    func form() {
        let parts = Self.es256.split(separator: ".").map(String.init)
        let wrong = [
            "", "a.b.c", parts[0] + "." + parts[1], Self.es256 + ".", Self.es256 + "=", " " + Self.es256, parts[0] + "=." + parts[1] + "." + parts[2],
            "\(Forgery.encode("[]")).\(parts[1]).\(parts[2])", "\(parts[0]).\(Forgery.encode("{\"a\":1,\"a\":2}")).\(parts[2])",
            "\(parts[0]).\(Forgery.encode("{\"a\":\(String(repeating: "[", count: 9))")).\(parts[2])",
            "\(parts[0]).\(Forgery.encode("{\"a\":\"\(String(repeating: "x", count: 9_000))\"}")).\(parts[2])",
        ]
        for text in wrong { #expect(JSONWebToken(text) == nil, "\(text.prefix(80))") }
    }
}
