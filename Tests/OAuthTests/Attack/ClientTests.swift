import JSON
import Notation
import OAuth
import Testing

@Suite("Client authentication")
struct ClientTests {
    private func presented(_ authorization: String?, _ form: String) throws -> PresentedClient {
        try PresentedClient(authorization: authorization, parameters: Parameters(query: form))
    }

    private func secret(_ client: PresentedClient) -> String? {
        if case .secret(let text) = client.proof { text } else { nil }
    }

    @Test("Basic, form and JSON name the same client")
    func ways() throws {
        // base64 of `client-1:s%2Bcret%3A+x`
        let basic = try presented("Basic Y2xpZW50LTE6cyUyQmNyZXQlM0EreA==", "")
        #expect(basic.id == "client-1" && secret(basic) == "s+cret: x" && basic.usedBasic)
        let form = try presented(nil, "client_id=client-1&client_secret=s%2Bcret%3A+x")
        #expect(form.id == "client-1" && secret(form) == "s+cret: x" && !form.usedBasic)
        let json = try PresentedClient(
            authorization: nil, parameters: Parameters(json: Array(#"{"client_id":"client-1","client_secret":"s+cret: x"}"#.utf8)))
        #expect(json.id == "client-1" && secret(json) == "s+cret: x")
        let none = try presented(nil, "client_id=client-1&client_secret=")
        #expect(none.id == "client-1" && secret(none) == nil)
        #expect(try secret(presented("Basic Y2xpZW50LTE6", "")) == nil)
        #expect(try presented("basic Y2xpZW50LTE6cyUyQmNyZXQlM0EreA==", "client_id=client-1").id == "client-1")
    }

    @Test("A22 Two ways at once are an invalid request")
    func twice() {
        let basic = "Basic Y2xpZW50LTE6c2VjcmV0"
        let assertion = "client_assertion=e30.e30.AA&client_assertion_type=\(PercentEncoding.encode(PresentedClient.assertionType))"
        for (header, form) in [
            (basic, "client_secret=secret"), (basic, "client_id=client-1&client_secret=secret"), (basic, "client_id=other"), (basic, assertion),
            (nil, "client_id=client-1&client_secret=s&" + assertion), (nil, "client_id=client-1&client_assertion=x"),
            (nil, "client_id=client-1&client_assertion_type=other&client_assertion=x"), (nil, "client_id=a&client_id=b"),
        ] {
            #expect(code { _ = try self.presented(header, form) } == .invalidRequest, "\(form)")
        }
    }

    @Test("A22 Credentials that cannot be read, and none at all, are an invalid client")
    func unreadable() {
        for header in ["Basic", "Basic !!!", "Basic Y2xpZW50", "Basic OnNlY3JldA==", "Basic Y2xpZW50LTE6JXp6", "Basic a b", "Basic /zo=", "Bearer x"]
        {
            #expect(code { _ = try self.presented(header, "") } == .invalidClient, "\(header)")
        }
        #expect(code { _ = try self.presented(nil, "") } == .invalidClient)
        #expect(code { _ = try self.presented(nil, "client_id=\(String(repeating: "a", count: 3_000))") } == .invalidClient)
        #expect(OAuthError(.invalidClient, "").status == 401)
    }

    @Test("A confidential client has to prove itself, and a public one has nothing to prove with")
    func proof() throws {
        let none = try presented(nil, "client_id=client-1")
        let secret = try presented(nil, "client_id=client-1&client_secret=s")
        for method in ClientAuthentication.allCases {
            let client = try Fixtures.client(authentication: method)
            #expect(code { try none.check(client) } == (method == .none ? nil : .invalidClient), "\(method)")
            #expect(code { try secret.check(client) } == (method.usesSecret ? nil : .invalidClient), "\(method)")
        }
        let document = try Fixtures.client(authentication: .privateKeyJWT, origin: .document)
        #expect(code { try none.check(document) } == nil)
        #expect(code { try secret.check(document) } == .invalidClient)
    }

    @Test("A45 A presented secret and parameters print no values")
    func silence() throws {
        let client = try presented(nil, "client_id=client-1&client_secret=hunter2")
        let parameters = try Parameters(query: "client_secret=hunter2&code=hunter2")
        var dumped = ""
        dump(client, to: &dumped)
        dump(parameters, to: &dumped)
        dump(SigningKey.generate(), to: &dumped)
        #expect(!"\(client) \(parameters) \(dumped)".contains("hunter2"))
        #expect("\(parameters)" == "Parameters(client_secret, code)")
    }
}
