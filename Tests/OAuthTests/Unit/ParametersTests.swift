import Notation
import OAuth
import Testing

@Suite("Parameters")
struct ParametersTests {
    @Test("Forms, queries and JSON objects say the same")
    func forms() throws {
        let form = try Parameters(form: Array("grant_type=client_credentials&scope=a+b%20c&empty=&resource=x&resource=y&flag".utf8))
        #expect(form["grant_type"] == "client_credentials" && form["scope"] == "a b c" && form["empty"] == nil && form["flag"] == nil)
        #expect(form.all("resource") == ["x", "y"])
        let json = try Parameters(
            json: Array(#"{"grant_type":"client_credentials","scope":["a","b","c"],"empty":null,"resource":["x","y"],"n":5,"b":true}"#.utf8))
        #expect(json["scope"] == form["scope"] && json.all("resource") == form.all("resource") && json["n"] == "5" && json["b"] == "true")
        #expect(try Parameters(query: form.query)["scope"] == "a b c")
    }

    @Test("A body is read by its media type")
    func mediaTypes() throws {
        for type in [nil, "", "application/x-www-form-urlencoded", "APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8"] {
            #expect(try Parameters(contentType: type, body: Array("a=1".utf8))["a"] == "1")
        }
        #expect(try Parameters(contentType: "application/json; charset=utf-8", body: Array(#"{"a":"1"}"#.utf8))["a"] == "1")
        for type in ["text/plain", "multipart/form-data", "application/xml"] {
            #expect(code { _ = try Parameters(contentType: type, body: Array("a=1".utf8)) } == .invalidRequest)
        }
    }

    @Test("A second value, a broken escape, another type, too many and too much are invalid requests")
    func refused() {
        for text in [
            "a=1&a=2", "a=1&a=", "a=%", "a=%4", "a=%zz", "a=%FF", "%C3=1", (0..<65).map { "p\($0)=1" }.joined(separator: "&"),
            (0..<65).map { "resource=\($0)" }.joined(separator: "&"), "a=" + String(repeating: "x", count: 65_536),
        ] {
            #expect(code { _ = try Parameters(query: text) } == .invalidRequest, "\(text.prefix(30))")
        }
        for text in ["", "[]", "{", "{\"a\":{}}", "{\"a\":[\"b\"]}", "{\"a\":\"1\",\"a\":\"2\"}", "{\"scope\":[1,[2]]}", "{\"a\":[[[[[1]]]]]}"] {
            #expect(code { _ = try Parameters(json: Array(text.utf8)) } == .invalidRequest, "\(text)")
        }
    }

    @Test("An error names the missing parameter")
    func missing() throws {
        let error = #expect(throws: OAuthError.self) { _ = try Parameters(query: "a=").require("a") }
        #expect(error?.reason == "parameter 'a': missing")
    }

    @Test("A token request is read by its grant")
    func grants() throws {
        guard case .refreshToken(let refresh) = try Fixtures.tokenRequest(["grant_type": "refresh_token", "refresh_token": "r", "scope": "a b"])
        else {
            Issue.record("another grant")
            return
        }
        #expect(refresh.token == "r" && refresh.scopes?.names == ["a", "b"])
        #expect(try Fixtures.tokenRequest(["grant_type": "client_credentials"]).grant == .clientCredentials)
        #expect(try Fixtures.tokenRequest(["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "d"]).grant == .deviceCode)
        for grant in ["password", "implicit", "token", "urn:ietf:params:oauth:grant-type:token-exchange", "Authorization_Code"] {
            #expect(code { _ = try Fixtures.tokenRequest(["grant_type": grant]) } == .unsupportedGrantType, "\(grant)")
        }
        #expect(code { _ = try Fixtures.tokenRequest(["code": "c"]) } == .invalidRequest)
        #expect(code { _ = try Fixtures.tokenRequest(["grant_type": "authorization_code", "code_verifier": "v"]) } == .invalidRequest)
        #expect(try TokenRequest(Parameters(query: "refresh_token=r"), grant: .refreshToken).grant == .refreshToken)
        #expect(code { _ = try TokenRequest(Parameters(query: "grant_type=client_credentials"), grant: .refreshToken) } == .unsupportedGrantType)
    }

    @Test("A40 Token exchange is refused: the grant type is not supported")
    func exchange() throws {
        #expect(code { _ = try GrantType(parsing: "urn:ietf:params:oauth:grant-type:token-exchange") } == .unsupportedGrantType)
        #expect(code { _ = try GrantType(parsing: "urn:ietf:params:oauth:grant-type:jwt-bearer") } == .unsupportedGrantType)
    }
}
