import Notation
import OAuth
import Testing

@Suite("Authorization requests")
struct AuthorizationRequestTests {
    private func failure(_ changes: [String: String?], client: Client? = nil) throws -> AuthorizationFailure? {
        let parameters = try Fixtures.authorization(changes)
        let client = try client ?? Fixtures.client()
        do throws(AuthorizationFailure) {
            _ = try AuthorizationRequest(parameters, client: client, resources: Fixtures.resources)
            return nil
        } catch { return error }
    }

    @Test("A good request is read whole")
    func good() throws {
        let parameters = try Fixtures.authorization([
            "scope": "read:application mcp", "resource": "https://GATE.example/mcp/", "prompt": "login future", "nonce": "n",
        ])
        #expect(try AuthorizationRequest.clientID(of: parameters) == "client-1")
        let request = try AuthorizationRequest(parameters, client: Fixtures.client(), resources: Fixtures.resources)
        #expect(request.redirect == Fixtures.callback)
        #expect(request.scopes?.names == ["read:application", "mcp"])
        #expect(request.resource == Fixtures.resources.main)
        #expect(request.prompts == [.login])
        #expect(request.challenge.text == Fixtures.challenge)
    }

    @Test("A01 A redirect that is not registered is reported to the person, and the browser is not redirected")
    func foreignRedirect() throws {
        for redirect in ["https://evil.example/cb", Fixtures.callback + "/", nil] {
            // The rest is as wrong as can be: the redirect is looked at first.
            let failure = try #require(try failure(["redirect_uri": redirect, "response_type": "token", "code_challenge": nil]))
            guard case .page(let error) = failure else {
                Issue.record("sent to \(redirect ?? "-")")
                continue
            }
            #expect(error.code == .invalidRequest)
        }
    }

    @Test(
        "Every other mistake goes back to the client, with state and issuer",
        arguments: [
            (["response_type": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code token"], "unsupported_response_type"), (["code_challenge": nil], "invalid_request"),
            (["code_challenge_method": "plain"], "invalid_request"), (["code_challenge_method": nil], "invalid_request"),
            (["scope": "a\tb"], "invalid_scope"), (["resource": "https://other.example/api/mcp"], "invalid_target"),
            (["prompt": "none login"], "invalid_request"), (["response_mode": "fragment"], "invalid_request"),
            (["request_uri": "https://x.example/r"], "invalid_request"),
            (["request": "e30"], "invalid_request"),
        ] as [([String: String?], String)])
    func mistakes(changes: [String: String?], expected: String) throws {
        let failure = try #require(try failure(changes))
        guard case .redirect(let location, let error) = failure else {
            Issue.record("a page")
            return
        }
        #expect(error.code.rawValue == expected)
        #expect(location.hasPrefix("\(Fixtures.callback)?error=\(expected)&error_description="))
        #expect(location.hasSuffix("&state=s&iss=https%3A%2F%2Fgate.example"))
    }

    @Test("A03 Without a challenge, or with a plain one, there is no code")
    func challenge() throws {
        #expect(try failure(["code_challenge": nil, "code_challenge_method": nil])?.error.code == .invalidRequest)
        #expect(try failure(["code_challenge_method": "plain"])?.error.code == .invalidRequest)
    }

    @Test("A client that is not registered for codes gets none")
    func grants() throws {
        let client = try Fixtures.client(grants: [.clientCredentials])
        #expect(try failure([:], client: client)?.error.code == .unauthorizedClient)
    }

    @Test("A26 Success and error name the issuer, and state is there once if it was sent")
    func issuer() throws {
        let request = try AuthorizationRequest(Fixtures.authorization(), client: Fixtures.client(), resources: Fixtures.resources)
        #expect(request.response.location(code: "abc") == "https://client.example/callback?code=abc&state=s&iss=https%3A%2F%2Fgate.example")
        let denied = request.response.location(error: OAuthError(.accessDenied, "no"))
        #expect(denied == "https://client.example/callback?error=access_denied&error_description=no&state=s&iss=https%3A%2F%2Fgate.example")
        let stateless = try AuthorizationRequest(Fixtures.authorization(["state": nil]), client: Fixtures.client(), resources: Fixtures.resources)
        #expect(!stateless.response.location(code: "abc").contains("state"))
    }

    @Test("A42 Line ends in state and description come out encoded, and a state of 8 KB is refused on a page")
    func state() throws {
        let request = try AuthorizationRequest(
            Fixtures.authorization(["state": "a\r\nSet-Cookie: x=1&code=evil#\u{202E}é"]), client: Fixtures.client(), resources: Fixtures.resources)
        let location = request.response.location(error: OAuthError(.invalidScope, "a\r\nb\"c"))
        #expect(location.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(location.contains("&state=a%0D%0ASet-Cookie%3A%20x%3D1%26code%3Devil%23%E2%80%AE%C3%A9&iss="))
        guard case .page = try #require(try failure(["state": String(repeating: "s", count: 8_192)])) else {
            Issue.record("sent back")
            return
        }
    }

    @Test("A redirect's own query is kept")
    func query() throws {
        let cases = [
            ("https://client.example/cb?a=1", "https://client.example/cb?a=1&code=c&iss="),
            ("https://client.example/cb?", "https://client.example/cb?code=c&iss="),
            ("https://client.example/cb?a=1&", "https://client.example/cb?a=1&code=c&iss="), ("http://127.0.0.1", "http://127.0.0.1?code=c&iss="),
        ]
        for (redirect, expected) in cases {
            let location = AuthorizationResponse(redirect: redirect, state: nil, issuer: Fixtures.origin).location(code: "c")
            #expect(location == expected + "https%3A%2F%2Fgate.example")
        }
    }
}
