import JSON
import Notation
import OAuth
import Testing

@Suite("Answers of the token endpoints")
struct ResponseTests {
    @Test("A token response always contains lifetime and scope (RFC 6749 section 5.1)")
    func token() {
        let whole = TokenResponse(accessToken: "a", lifetime: .seconds(3_600), scopes: ScopeNames(["mcp"]), refreshToken: "r").document
        let expected: JSONValue = ["access_token": "a", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "r", "scope": "mcp"]
        #expect(whole == expected)
        #expect(TokenResponse(accessToken: "a", lifetime: .seconds(60), scopes: .none).document["refresh_token"] == nil)
    }

    @Test("A44 Of a token that is not its business a client learns that it is not active, and no more")
    func inactive() {
        #expect(Introspection.inactive.document == ["active": false])
    }

    @Test("The introspection of an active token contains its claims (RFC 7662 section 2.2)")
    func active() throws {
        let document = Introspection.accessToken(try Fixtures.claims(), username: "acme/ann").document
        #expect(document["active"] == true && document["username"] == "acme/ann" && document["exp"] == 1_767_229_200)
        #expect(
            document["scope"] == "read:application mcp" && document["client_id"] == "client-1" && document["aud"] == "https://gate.example/api/mcp")
        let refresh = Introspection.refreshToken(
            try Fixtures.grant(), issuer: Fixtures.origin, issued: Fixtures.start, expires: Fixtures.start, username: nil
        ).document
        #expect(refresh["iat"] == refresh["exp"])
        #expect(refresh["active"] == true && refresh["sub"] == "user-7" && refresh["username"] == nil && refresh["token_type"] == nil)
    }

    @Test("Userinfo contains the members that the scopes permit, and always the subject")
    func userInfo() {
        let claims = UserClaims(
            subject: "7", issuer: Fixtures.origin, audience: "x", username: "acme/ann", name: "Ann", email: "ann@acme.example", roles: ["reader"])
        #expect(claims.document(for: ScopeNames(["mcp"])) == ["sub": "7", "iss": .string(Fixtures.origin), "aud": "x"])
        let whole = claims.document(for: ScopeNames(["openid", "profile", "email"]))
        #expect(
            whole["preferred_username"] == "acme/ann" && whole["name"] == "Ann" && whole["roles"] == ["reader"]
                && whole["email"] == "ann@acme.example")
        #expect(whole["email_verified"] == false)
    }

    @Test("Every error has a status and a document with its code")
    func errors() {
        #expect(OAuthError(.invalidGrant, "x").document == ["error": "invalid_grant", "error_description": "x"])
        let statuses: [OAuthError.Code: Int] = [
            .invalidClient: 401, .invalidToken: 401, .insufficientScope: 403, .serverError: 500, .temporarilyUnavailable: 503,
        ]
        for code in OAuthError.Code.allCases { #expect(OAuthError(code, "").status == statuses[code] ?? 400, "\(code)") }
    }

    @Test("Moments count microseconds and are held at the ends of their range")
    func moments() {
        #expect(Timestamp(microseconds: -1).seconds == -1)
        #expect(Timestamp(microseconds: 1_999_999).seconds == 1)
        #expect(Timestamp(seconds: .max) == .latest && Timestamp(seconds: .min) == .earliest)
        #expect(Timestamp.latest + .seconds(1) == .latest)
        #expect(Timestamp(seconds: 10) - .milliseconds(1) == Timestamp(microseconds: 9_999_000))
        #expect(Timestamp(seconds: 10).since(Timestamp(seconds: 4)) == .seconds(6))
    }
}
