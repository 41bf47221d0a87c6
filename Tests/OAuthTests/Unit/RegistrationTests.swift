import JSON
import Notation
import OAuth
import Testing

@Suite("Clients that register themselves")
struct RegistrationTests {
    private func metadata(_ json: String) throws -> ClientMetadata { try ClientMetadata(registering: Array(json.utf8)) }

    @Test("Little is asked: the rest has defaults, and refreshing is always among the grants")
    func defaults() throws {
        let metadata = try metadata(#"{"redirect_uris":["http://localhost:7777/oauth/callback"]}"#)
        #expect(metadata.grantTypes == [.authorizationCode, .refreshToken])
        #expect(metadata.authentication == .secretBasic)
        #expect(metadata.name.text == "unnamed client")
        #expect(metadata.applicationType == nil)
        #expect(metadata.client(id: "x", origin: .dynamic).scopes == nil)
    }

    @Test("The response repeats the accepted metadata, with id and secret (RFC 7591 section 3.2.1)")
    func answer() throws {
        let metadata = try metadata(
            #"""
            {"client_name":"My <b>App</b>","redirect_uris":["https://client.example/cb","myapp://cb","cursor://anysphere.cursor-mcp/oauth/callback"],
             "grant_types":["authorization_code","implicit","client_credentials"],"response_types":["code","token"],"scope":"mcp offline_access",
             "token_endpoint_auth_method":"client_secret_post","client_uri":"https://client.example","logo_uri":"http://x","unknown":{"a":1}}
            """#)
        let document = metadata.document(
            clientID: "id-1", issuedAt: Fixtures.start, secret: "s", registration: (uri: "https://gate.example/api/oauth/register/id-1", token: "t"))
        let expected: JSONValue = [
            "client_id": "id-1", "client_id_issued_at": 1_767_225_600, "client_secret": "s", "client_secret_expires_at": 0,
            "registration_client_uri": "https://gate.example/api/oauth/register/id-1", "registration_access_token": "t", "client_name": "My bApp/b",
            "redirect_uris": ["https://client.example/cb", "cursor://anysphere.cursor-mcp/oauth/callback"],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"], "token_endpoint_auth_method": "client_secret_post", "scope": "mcp offline_access",
            "client_uri": "https://client.example",
        ]
        #expect(document == expected)
        let silent = metadata.document(clientID: "id-1", issuedAt: Fixtures.start, secret: nil)
        #expect(silent["client_secret"] == nil && silent["registration_access_token"] == nil)
    }

    @Test("A02 A registration of bad addresses alone is refused")
    func addresses() {
        for json in [
            #"{}"#, #"{"redirect_uris":[]}"#, #"{"redirect_uris":["javascript:alert(1)"]}"#, #"{"redirect_uris":["http://client.example/cb"]}"#,
        ] {
            #expect(code { _ = try self.metadata(json) } == .invalidRedirectURI, "\(json)")
        }
    }

    @Test(
        "Metadata of a wrong type or of a kind that is not served is refused",
        arguments: [
            "", "[]", "{", #"{"redirect_uris":"https://a.example"}"#, #"{"redirect_uris":[1]}"#,
            #"{"redirect_uris":["https://a.example/"],"grant_types":["implicit"]}"#,
            #"{"redirect_uris":["https://a.example/"],"grant_types":["client_credentials"]}"#,
            #"{"redirect_uris":["https://a.example/"],"response_types":["token"]}"#, #"{"redirect_uris":["https://a.example/"],"client_name":7}"#,
            #"{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"tls_client_auth"}"#,
            #"{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"private_key_jwt"}"#,
            #"{"redirect_uris":["https://a.example/"],"scope":"a\tb"}"#, #"{"redirect_uris":["https://a.example/"],"jwks":{"keys":[]}}"#,
        ])
    func refused(json: String) {
        #expect(code { _ = try self.metadata(json) } == .invalidClientMetadata)
    }

    @Test("A31 A registration is bounded: 64 KB, 32 addresses, depth 8")
    func bounds() {
        let long = #"{"redirect_uris":["https://a.example/"],"x":""# + String(repeating: "y", count: 65_536) + "\"}"
        #expect(code { _ = try self.metadata(long) } == .invalidClientMetadata)
        let deep = #"{"redirect_uris":["https://a.example/"],"x":"# + String(repeating: "[", count: 20) + String(repeating: "]", count: 20) + "}"
        #expect(code { _ = try self.metadata(deep) } == .invalidClientMetadata)
    }
}
