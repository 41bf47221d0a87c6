import JSON
import Notation
import OAuth
import Testing

@Suite("Assertions that clients sign")
struct AssertionTests {
    static let key = SigningKey.generate()
    static let endpoint = Fixtures.origin + "/api/login/oauth/access_token"

    private func keys() throws -> JSONWebKeySet { try JSONWebKeySet(["keys": [Self.key.verifying.document]]) }

    private func assertion(_ changes: [String: String?] = [:], header: String = "{\"alg\":\"ES256\"}", by key: SigningKey = key) throws -> String {
        var members: [String: String] = [
            "iss": "\"client-1\"", "sub": "\"client-1\"", "aud": "\"\(Self.endpoint)\"", "exp": "1767225900", "iat": "1767225600", "jti": "\"j-1\"",
        ]
        for (name, value) in changes { members[name] = value }
        let claims = "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        return try Forgery.signed(header: header, claims: claims, by: key)
    }

    private func verify(_ text: String, at moment: Timestamp = Fixtures.start) async throws -> ClientAssertion {
        try await ClientAssertion(verifying: text, clientID: "client-1", keys: keys(), audiences: [Fixtures.origin, Self.endpoint], at: moment)
    }

    @Test("A good one names its client and its id, to be accepted once")
    func good() async throws {
        let text = try assertion()
        #expect(try ClientAssertion.clientID(of: text) == "client-1")
        let read = try await verify(text)
        #expect(read.id == "j-1" && read.clientID == "client-1" && read.expires >= Timestamp(seconds: 1_767_225_900))
        _ = try await verify(try assertion(["aud": "[\"https://other.example\",\"\(Fixtures.origin)\"]"]))
        _ = try await verify(try assertion(header: "{\"alg\":\"ES256\",\"typ\":\"JWT\",\"kid\":\"\(Self.key.id)\"}"))
        let presented = try PresentedClient(
            authorization: nil,
            parameters: Parameters(query: "client_assertion_type=\(PercentEncoding.encode(PresentedClient.assertionType))&client_assertion=\(text)"))
        #expect(presented.id == "client-1")
    }

    @Test(
        "Another issuer, subject or audience, no id, and times that are missing, past or far ahead are refused",
        arguments: [
            ["iss": "\"client-2\""], ["sub": "\"client-2\""], ["aud": "\"https://evil.example\""], ["aud": nil], ["aud": "[]"], ["exp": nil],
            ["exp": "\"1767225900\""],
            ["exp": "1767225539"], ["exp": "1767239999"], ["exp": "99999999999999999999"], ["jti": nil], ["jti": "\"\""], ["nbf": "1767225661"],
            ["iat": "1767225661"],
            ["iat": "\"x\""],
        ] as [[String: String?]])
    func refused(changes: [String: String?]) async throws {
        await #expect(throws: OAuthError.self) { _ = try await self.verify(try self.assertion(changes)) }
    }

    @Test("A17 Another key, no algorithm, extensions and tokens of another type are refused")
    func forged() async throws {
        let texts = [
            try assertion(by: .generate()), try assertion(header: "{\"alg\":\"none\"}"), try assertion(header: "{\"alg\":\"HS256\"}"),
            try assertion(header: "{\"alg\":\"RS256\"}"),
            try assertion(header: "{\"alg\":\"ES256\",\"crit\":[\"x\"]}"), try assertion(header: "{\"alg\":\"ES256\",\"typ\":\"at+jwt\"}"),
            try assertion(header: "{\"alg\":\"ES256\",\"kid\":\"other\"}"), "", "a.b.c",
        ]
        for text in texts { await #expect(throws: OAuthError.self, "\(text.prefix(40))") { _ = try await self.verify(text) } }
    }

    @Test("A key set without a key that can be used is none")
    func keySets() {
        for value: JSONValue in [[:], ["keys": []], ["keys": [["kty": "oct", "k": "AA"]]], ["keys": "x"]] {
            #expect(code { _ = try JSONWebKeySet(value) } == .invalidClient)
        }
    }
}
